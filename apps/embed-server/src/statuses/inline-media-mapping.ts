// Pictures, films and sounds that stand among the words of a post. A page shows its words without them, so that they are shown
// as if they were attached: through this server, with the rest of its media.

import { Parser } from 'htmlparser2';
import { text, webUrl, type Fields } from '../outbound/untrusted.js';
import { isEmojiPicture } from './emoji-pictures.js';
import { fileKind } from './file-kind.js';
import { isHidden } from './hidden-elements.js';
import { isSameFile } from './same-file.js';

type Attributes = Readonly<Record<string, string>>;

// As many as programs attach to a post, and a card shows large.
const mostMedia = 4;
// In pixels; narrower ones are portraits, signs, and counters of visits.
const narrowest = 64;

const longestHtml = 100_000;
// Each tag that is left open costs the parser time at every later one.
const mostTags = 3000;
// Characters that the parser is given at once: so much more than it must it reads at most.
const piece = 1024;

/**
 * All in the shape of Mastodon's MediaAttachment: what is attached, and behind it what stands among the words alone. What is
 * given back may be given once more with the same words: nothing is added to it.
 *
 * @param base what addresses without a host are relative to
 */
export function withInlineMedia(
  attached: readonly Fields[],
  html: string,
  base: string | null,
): Fields[] {
  const addresses = attached.flatMap((item) =>
    [item['url'], item['remote_url'], item['preview_url']].flatMap((one) => webUrl(one) ?? []),
  );
  const isNew = ({ url }: Fields) => !addresses.some((one) => isSameFile(one, String(url)));
  return [...attached, ...inlineMedia(html, base).filter(isNew)];
}

/** A film or sound whose files are still to come. */
interface OpenFilm {
  readonly name: 'video' | 'audio';
  readonly attributes: Attributes;
  readonly files: string[];
}

export function inlineMedia(html: string, base: string | null): Fields[] {
  if (!/<(?:img|video|audio)/i.test(html)) return [];
  const found = new Map<string, Fields>();
  const add = (item: Fields | null) => {
    const url = text(item?.['url']);
    if (item !== null && url !== null && !found.has(url)) found.set(url, item);
  };
  let [tags, film, drawn] = [0, null as OpenFilm | null, ''];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      tags += 1;
      if (name === 'video' || name === 'audio') film = { name, attributes, files: [] };
      if (name === 'picture') drawn = '';
      if (name === 'source') {
        const file = wholeAddress(attributes['src'], base);
        if (file !== null) film?.files.push(file);
        drawn ||= firstOf(attributes['srcset']);
      }
      if (name === 'img') add(pictureOf(attributes, drawn, base));
    },
    onclosetag: (name) => {
      if (name === 'picture') drawn = '';
      if (name !== 'video' && name !== 'audio') return;
      add(film && filmOf(film, base));
      film = null;
    },
  });
  const end = Math.min(html.length, longestHtml);
  for (let at = 0; at < end && tags < mostTags && found.size < mostMedia; at += piece) {
    parser.write(html.slice(at, Math.min(at + piece, end)));
  }
  // One that nothing ends.
  add(film && filmOf(film, base));
  return [...found.values()].slice(0, mostMedia);
}

function pictureOf(attributes: Attributes, drawn: string, base: string | null) {
  const { alt, width, height } = attributes;
  const isSmall = [width, height].some((side) => (pixelsOf(side) ?? narrowest) < narrowest);
  if (isSmall || isHidden(attributes) || isSign(attributes)) return null;
  // What a script of the page would put there comes first: what stands there until then is a placeholder.
  const { 'data-src': late, 'data-lazy-src': lazy, 'data-original': original } = attributes;
  const written = [late, lazy, original, attributes['src'], firstOf(attributes['srcset']), drawn];
  const url = written.map((one) => wholeAddress(one, base)).find((one) => one !== null);
  return url === undefined ? null : mediaOf('image', url, { description: alt, width, height });
}

/** Of several files the one that all browsers play. */
function filmOf({ name, attributes, files }: OpenFilm, base: string | null): Fields | null {
  if (isHidden(attributes)) return null;
  const own = wholeAddress(attributes['src'] ?? attributes['data-src'], base);
  const all = own === null ? files : [own, ...files];
  const url = all.find((file) => /\.(?:mp4|m4v|mp3|m4a)$/i.test(new URL(file).pathname)) ?? all[0];
  if (url === undefined) return null;
  const { title, 'aria-label': label, poster, width, height } = attributes;
  const kind = fileKind(null, url) === 'audio' ? 'audio' : name;
  const item = mediaOf(kind, url, { description: label ?? title, width, height });
  return { ...item, preview_url: wholeAddress(poster, base) };
}

function mediaOf(
  type: 'image' | 'video' | 'audio',
  url: string,
  { description, width, height }: Readonly<Record<string, string | undefined>>,
): Fields {
  return {
    ...{ type, url, preview_url: null, remote_url: null },
    description: text(description),
    meta: { original: { width: pixelsOf(width), height: pixelsOf(height), duration: null } },
  };
}

/** An emoji, or what stands for a page or a person: the sign of a site in a card of Ghost. */
function isSign(attributes: Attributes): boolean {
  const classes = attributes['class'] ?? '';
  return (
    isEmojiPicture(attributes) || /(?:^|[\s_-])(?:icon|favicon|avatar)(?:$|[\s_-])/i.test(classes)
  );
}

function wholeAddress(written: string | undefined, base: string | null): string | null {
  const address = written?.trim() ?? '';
  if (address === '' || !URL.canParse(address, base ?? undefined)) return null;
  return webUrl(new URL(address, base ?? undefined).href);
}

/** The first address of those for screens of several sizes. */
function firstOf(srcset: string | undefined): string {
  const [first = ''] = (srcset ?? '').slice(0, 4096).trim().split(/\s/, 1);
  return first.endsWith(',') ? first.slice(0, -1) : first;
}

/** A share of the width says nothing of a picture. */
function pixelsOf(written: string | undefined): number | null {
  return /^\d{1,5}(?:px)?$/.test(written ?? '') ? Number.parseInt(written ?? '', 10) : null;
}
