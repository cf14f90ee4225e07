import type { VideoHost } from '../videos/video.js';

export interface VideoAddress {
  readonly kind: 'video';
  readonly host: VideoHost;
  readonly id: string;
  /** Vimeo's secret of an unlisted video. */
  readonly hash: string | null;
  /** Where to start, as the host writes it. */
  readonly start: string | null;
}

type Read = (url: URL) => { readonly id: string | undefined; readonly hash?: string | null };

const youtubeId = '([\\w-]{11})';

function readYoutube(url: URL) {
  const path = new RegExp(`^/(?:shorts|live|embed|v)/${youtubeId}/?$`).exec(url.pathname)?.[1];
  const named = new RegExp(`^${youtubeId}$`).exec(url.searchParams.get('v') ?? '')?.[1];
  return { id: path ?? (/^\/watch\/?$/.test(url.pathname) ? named : undefined) };
}

function readShortYoutube(url: URL) {
  return { id: new RegExp(`^/${youtubeId}/?$`).exec(url.pathname)?.[1] };
}

function readVimeo(url: URL) {
  const shape =
    /^\/(?:(?:channels|groups|album|showcase)\/[^/]+\/(?:videos?\/)?|video\/)?(\d{1,20})(?:\/([\da-f]{4,64}))?\/?$/i;
  const [, id, secret] = shape.exec(url.pathname) ?? [];
  return { id, hash: secret ?? url.searchParams.get('h') };
}

function readFacebook(url: URL) {
  const shape = /^\/(?:[^/]+\/videos\/(?:[^/]+\/)?|reel\/)?(\d{1,20})\/?$/;
  const watched = /^\/(?:watch\/?(?:live\/?)?|video\.php)$/.test(url.pathname);
  const named = /^\d{1,20}$/.exec(url.searchParams.get('v') ?? '')?.[0];
  return { id: watched ? named : shape.exec(url.pathname)?.[1] };
}

const readers = new Map<string, readonly [VideoHost, Read]>([
  ['youtube.com', ['youtube', readYoutube]],
  ['music.youtube.com', ['youtube', readYoutube]],
  ['youtube-nocookie.com', ['youtube', readYoutube]],
  ['youtu.be', ['youtube', readShortYoutube]],
  ['vimeo.com', ['vimeo', readVimeo]],
  ['player.vimeo.com', ['vimeo', readVimeo]],
  ['facebook.com', ['facebook', readFacebook]],
]);

/**
 * The video that an address of a known host names; `null` when that host shows something else there, `undefined`
 * when the host is none of these. `host` is without `www.` and the like.
 */
export function videoOf(host: string, url: URL): VideoAddress | null | undefined {
  const reader = readers.get(host);
  if (reader === undefined) return undefined;
  const { id, hash = null } = reader[1](url);
  if (id === undefined) return null;
  return { kind: 'video', host: reader[0], id, hash, start: startOf(url) };
}

function startOf(url: URL): string | null {
  const behind = /^#t=([\dhms]{1,12})$/.exec(url.hash)?.[1];
  return url.searchParams.get('start') ?? url.searchParams.get('t') ?? behind ?? null;
}
