import { Parser } from 'htmlparser2';
import type { Player } from './media-item.js';
import { isOf, type Provider } from './provider-rules.js';

// Where the player of a page stands. Guarantees: nothing of a provider's HTML is passed on but one address, which is https
// at a host that the registry, not the reply, says is the provider's; the work is linear in the HTML.
//
//   the HTML                                                  the player
//   holds one frame, maybe twice, at the provider's host      its address
//   holds none, and a script of a provider that is known      the address that the script would open, made of the page's
//   holds none, two or more, or one at another host           none: the page is a link

/** What stands in the HTML of a reply. */
interface Markup {
  /** The addresses of its frames: one that stands there twice, as for browsers without scripts, is one. */
  readonly frames: readonly string[];
  /** Of TikTok's blockquote: the number of the video, which a short link does not hold. */
  readonly videoId: string | null;
}

// Each tag that is left open costs the parser time at every later one; honest ones have three, or Instagram's thirty.
const mostTags = 500;
/** Characters that the parser is given at once: so much more than it may it reads at most. */
const piece = 4096;

function readMarkup(html: string): Markup {
  const frames: string[] = [];
  let [videoId, tags]: [string | null, number] = [null, 0];
  const isOver = () => tags > mostTags || frames.length > 1;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      tags += 1;
      // A frame with `srcdoc` shows that, whatever its address says.
      const address = 'srcdoc' in attributes ? '' : (attributes['src'] ?? '');
      if (name === 'iframe' && !frames.includes(address)) frames.push(address);
      videoId ??= attributes['data-video-id'] ?? null;
    },
  });
  for (let at = 0; at < html.length && !isOver(); at += piece) {
    parser.write(html.slice(at, at + piece));
  }
  return { frames: tags > mostTags ? ['', ''] : frames, videoId };
}

const longestAddress = 2048;

/** The address of a frame, if it may be opened. */
function parseFrame(written: string, provider: Provider): string | null {
  const address = written.trim().replace(/^\/\//, 'https://');
  if (address.length > longestAddress || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isBare = url.username === '' && url.password === '' && url.port === '';
  if (url.protocol !== 'https:' || !isBare || !isOf(provider, url.hostname)) return null;
  return url.href;
}

type KnownPlayer = (page: URL, markup: Markup) => Player | null;

const plain = (address: string): Player => ({ address, parents: null });

/** What the providers' scripts open in the place of their blockquotes, and Twitch without a reply. */
const knownPlayers: Readonly<Record<string, KnownPlayer>> = {
  TikTok: ({ pathname }, { videoId }) => {
    const id = /^\d{1,20}$/.exec(videoId ?? '')?.[0] ?? /\/video\/(\d{1,20})/.exec(pathname)?.[1];
    return id === undefined ? null : plain(`https://www.tiktok.com/player/v1/${id}`);
  },
  Reddit: ({ pathname }) => {
    const [path] = /^\/r\/\w{1,50}\/comments\/\w{1,20}\//.exec(pathname) ?? [];
    return path === undefined ? null : plain(`https://embed.reddit.com${path}?embed=true`);
  },
  Instagram: ({ pathname }) => {
    const [, kind, code] = /\/(p|tv|reel)\/([\w-]{1,64})/.exec(pathname) ?? [];
    if (kind === undefined) return null;
    return plain(`https://www.instagram.com/${kind}/${code}/embed/captioned/`);
  },
  Threads: ({ pathname }) => {
    const [path] = /^\/@[\w.]{1,50}\/post\/[\w-]{1,64}/.exec(pathname) ?? [];
    return path === undefined ? null : plain(`https://www.threads.com${path}/embed`);
  },
  Twitch: ({ hostname, pathname }) => {
    const [, film] = /^\/videos\/(\d{1,20})\/?$/.exec(pathname) ?? [];
    const inClips =
      hostname === 'clips.twitch.tv'
        ? /^\/([\w-]{1,100})\/?$/
        : /^\/\w{1,25}\/clip\/([\w-]{1,100})\/?$/;
    const [, clip] = inClips.exec(pathname) ?? [];
    const [, channel] = /^\/(\w{1,25})\/?$/.exec(pathname) ?? [];
    const address =
      film !== undefined
        ? `https://player.twitch.tv/?video=${film}`
        : clip !== undefined
          ? `https://clips.twitch.tv/embed?clip=${clip}`
          : channel === undefined
            ? null
            : `https://player.twitch.tv/?channel=${channel}`;
    return address === null ? null : { address, parents: 'parent' };
  },
};

/** The player of a page, from the HTML of the provider's reply; `null`: the page is only a link. */
export function parsePlayer(html: string, page: string, provider: Provider): Player | null {
  const markup = readMarkup(html);
  const [frame, ...others] = markup.frames;
  if (frame === undefined) {
    const known = Object.hasOwn(knownPlayers, provider.name) ? knownPlayers[provider.name] : null;
    return known?.(new URL(page), markup) ?? null;
  }
  const address = others.length > 0 ? null : parseFrame(frame, provider);
  return address === null ? null : plain(address);
}
