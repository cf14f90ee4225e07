import type { ImageSize } from '../images/images.js';
import { count, fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import type { Video } from './video.js';

/** `reply` is the oEmbed response, or `null` when it could not be had: the player needs the id alone. */
export function toYoutubeVideo(id: string, reply: unknown): Video {
  const raw = fields(reply);
  const url = `https://www.youtube.com/watch?v=${id}`;
  return {
    host: 'youtube',
    id,
    hash: null,
    ...described(raw, raw['author_name']),
    url,
    hasPoster: true,
  };
}

/** `reply` is Vimeo's array of one. */
export function toVimeoVideo(id: string, hash: string | null, reply: unknown): Video {
  const raw = fields(list(reply)[0]);
  const known = { ...described(raw, raw['user_name']), url: vimeoUrl(id, hash) };
  return { host: 'vimeo', id, hash, ...known, hasPoster: vimeoPosterUrls(reply).length > 0 };
}

/** Facebook sends nothing without a token, so it is not asked. */
export function toFacebookVideo(id: string): Video {
  const url = `https://www.facebook.com/${id}`;
  return { host: 'facebook', id, hash: null, ...described({}, null), url, hasPoster: false };
}

export function vimeoUrl(id: string, hash: string | null): string {
  return `https://vimeo.com/${id}${hash === null ? '' : `/${hash}`}`;
}

// Only the field of the author has a name of its own at each host.
function described(raw: Fields, author: unknown) {
  return {
    title: text(raw['title']),
    author: text(author),
    durationSeconds: count(raw['duration']),
    width: pixels(raw['width']),
    height: pixels(raw['height']),
  };
}

/** Of a film; no codec has more than 65,536. */
function pixels(value: unknown): number | null {
  const number = count(value);
  return number !== null && number >= 1 && number <= 65_536 ? number : null;
}

/** An oEmbed response under the names of Vimeo's own API, so that a reader need know one shape. */
export function fromVimeoOembed(reply: unknown, id: string): Record<string, unknown> {
  const raw = fields(reply);
  const known = {
    title: text(raw['title']),
    description: text(raw['description']),
    url: `https://vimeo.com/${id}`,
    upload_date: text(raw['upload_date']),
    thumbnail_large: webUrl(raw['thumbnail_url']),
    user_name: text(raw['author_name']),
    user_url: webUrl(raw['author_url']),
    duration: count(raw['duration']),
    width: count(raw['width']),
    height: count(raw['height']),
  };
  const present = Object.entries(known).filter(([, value]) => value !== null);
  return { id: Number(id), ...Object.fromEntries(present) };
}

const posterWidths = { small: 320, medium: 640, large: 1280 } as const;

/** Addresses of the poster, best first. The host makes any width from the one it names. */
export function vimeoPosterUrls(reply: unknown, size: ImageSize = 'large'): string[] {
  const url = webUrl(fields(list(reply)[0])['thumbnail_large']);
  if (url === null) return [];
  const width = posterWidths[size];
  const sized = width === 640 ? url : url.replace(/_640(?:x\d+)?(\.\w+)?$/, `_${width}$1`);
  return sized === url ? [url] : [sized, url];
}
