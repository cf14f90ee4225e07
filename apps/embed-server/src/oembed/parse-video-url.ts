import type { VideoHost } from '../videos/video.js';
import type { SharedLink } from '../videos/videos.js';

export interface VideoAddress {
  readonly kind: 'video';
  readonly host: VideoHost;
  readonly id: string;
  /** Vimeo's secret of an unlisted video. */
  readonly hash: string | null;
  /** Where to start, as the host writes it. */
  readonly start: string | null;
}

/** As far as the page's own schema takes them. */
export function parametersOf(
  { searchParams, hash: fragment }: URL,
  secret: string | null,
): Pick<VideoAddress, 'hash' | 'start'> {
  const behind = /^#t=(.+)$/.exec(fragment)?.[1];
  const start = searchParams.get('start') ?? searchParams.get('t') ?? behind ?? '';
  return {
    hash: /^[A-Za-z\d]{1,64}$/.exec(secret ?? '')?.[0] ?? null,
    start: /^[\dhms]{1,12}$/.exec(start)?.[0] ?? null,
  };
}

type Read = (url: URL) => { readonly id: string | undefined; readonly hash?: string | null };

function readYoutube(url: URL) {
  const path = /^\/(?:shorts|live|embed|v)\/([\w-]{11})\/?$/.exec(url.pathname)?.[1];
  const named = /^[\w-]{11}$/.exec(url.searchParams.get('v') ?? '')?.[0];
  return { id: path ?? (/^\/watch\/?$/.test(url.pathname) ? named : undefined) };
}

function readVimeo(url: URL) {
  const shape =
    /^\/(?:(?:channels|groups|album|showcase)\/[^/]+\/(?:videos?\/)?|video\/)?(\d{1,20})(?:\/([\da-f]{4,64}))?\/?$/i;
  const [, id, secret] = shape.exec(url.pathname) ?? [];
  return { id, hash: secret ?? url.searchParams.get('h') };
}

const login = /^\/login(?:\.php|\/)?$/;

function readFacebook(url: URL): { readonly id: string | undefined } {
  const { pathname, searchParams } = url;
  // The player's address holds that of the video, and the door that of what is behind it.
  const inner = pathname === '/plugins/video.php' ? 'href' : login.test(pathname) ? 'next' : null;
  if (inner !== null) return readInner(searchParams.get(inner) ?? '');
  const shape = /^\/(?:[^/]+\/videos\/(?:[^/]+\/)?|videos\/|reels?\/)?(\d{1,20})\/?$/;
  const watched = /^\/(?:watch\/?(?:live\/?)?|(?:video\/)?video\.php|video\/embed)$/.test(pathname);
  const given = searchParams.get('v') ?? searchParams.get('video_id') ?? '';
  return { id: watched ? /^\d{1,20}$/.exec(given)?.[0] : shape.exec(pathname)?.[1] };
}

function readInner(given: string) {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isVideo = url !== null && isFacebook(url.hostname) && !login.test(url.pathname);
  return isVideo && url.pathname !== '/plugins/video.php' ? readFacebook(url) : { id: undefined };
}

// Also `web.` and the languages, such as `de-de.`.
function isFacebook(host: string): boolean {
  return /^(?:[a-z-]{1,10}\.)?facebook\.com$/.test(host);
}

/** A link of Facebook that holds no id; `null`: it is none. */
export function sharedLinkOf({ protocol, hostname, pathname }: URL): SharedLink | null {
  if (!/^https?:$/.test(protocol)) return null;
  if (/^(?:www\.)?fb\.watch$/.test(hostname)) {
    const code = /^\/([\w-]{4,64})\/?$/.exec(pathname)?.[1];
    return code === undefined ? null : { host: 'fb.watch', path: `/${code}/` };
  }
  const path = isFacebook(hostname) && /^\/share\/[vr]\/[\w-]{4,64}(?=\/?$)/.exec(pathname)?.[0];
  return path ? { host: 'facebook', path: `${path}/` } : null;
}

const readers = new Map<string, readonly [VideoHost, Read]>([
  ['youtube.com', ['youtube', readYoutube]],
  ['music.youtube.com', ['youtube', readYoutube]],
  ['youtube-nocookie.com', ['youtube', readYoutube]],
  ['youtu.be', ['youtube', ({ pathname }) => ({ id: /^\/([\w-]{11})\/?$/.exec(pathname)?.[1] })]],
  ['vimeo.com', ['vimeo', readVimeo]],
  ['player.vimeo.com', ['vimeo', readVimeo]],
  ['facebook.com', ['facebook', readFacebook]],
  // Its links hold no id: whoever did not follow one knows nothing.
  ['fb.watch', ['facebook', () => ({ id: undefined })]],
]);

/**
 * The video that an address of a known host names; `null` when that host shows something else there, `undefined`
 * when the host is none of these. `host` is without `www.` and the like.
 */
export function videoOf(host: string, url: URL): VideoAddress | null | undefined {
  const reader = readers.get(isFacebook(host) ? 'facebook.com' : host);
  if (reader === undefined) return undefined;
  const { id, hash = null } = reader[1](url);
  return id === undefined
    ? null
    : { kind: 'video', host: reader[0], id, ...parametersOf(url, hash) };
}
