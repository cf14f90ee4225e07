import type { ImageSize } from '../images/images.js';
import { count, fields, list, text, webUrl } from '../outbound/untrusted.js';
import type { Video } from './video.js';

/** `answer` is the oEmbed answer, or `null` when it could not be had: the player needs the id alone. */
export function toYoutubeVideo(id: string, answer: unknown): Video {
  const raw = fields(answer);
  return {
    host: 'youtube',
    id,
    hash: null,
    title: text(raw['title']),
    author: text(raw['author_name']),
    durationSeconds: null,
    width: count(raw['width']),
    height: count(raw['height']),
    url: `https://www.youtube.com/watch?v=${id}`,
    hasPoster: true,
  };
}

/** `answer` is Vimeo's array of one. */
export function toVimeoVideo(id: string, hash: string | null, answer: unknown): Video {
  const raw = fields(list(answer)[0]);
  return {
    host: 'vimeo',
    id,
    hash,
    title: text(raw['title']),
    author: text(raw['user_name']),
    durationSeconds: count(raw['duration']),
    width: count(raw['width']),
    height: count(raw['height']),
    url: `https://vimeo.com/${id}${hash === null ? '' : `/${hash}`}`,
    hasPoster: vimeoPosterUrls(answer).length > 0,
  };
}

/** Facebook tells nothing without a token, so nobody is asked. */
export function toFacebookVideo(id: string): Video {
  return {
    host: 'facebook',
    id,
    hash: null,
    title: null,
    author: null,
    durationSeconds: null,
    width: null,
    height: null,
    url: facebookUrl(id),
    hasPoster: false,
  };
}

export function facebookUrl(id: string): string {
  return `https://www.facebook.com/${id}`;
}

/** An oEmbed answer under the names of Vimeo's own API, so that a reader need know one shape. */
export function fromVimeoOembed(answer: unknown, id: string): Record<string, unknown> {
  const raw = fields(answer);
  const thumbnail = webUrl(raw['thumbnail_url']);
  const known = {
    title: text(raw['title']),
    description: text(raw['description']),
    url: `https://vimeo.com/${id}`,
    upload_date: text(raw['upload_date']),
    thumbnail_large: thumbnail,
    user_name: text(raw['author_name']),
    user_url: webUrl(raw['author_url']),
    duration: count(raw['duration']),
    width: count(raw['width']),
    height: count(raw['height']),
  };
  const told = Object.entries(known).filter(([, value]) => value !== null);
  return { id: Number(id), ...Object.fromEntries(told) };
}

const posterWidths = { small: 320, medium: 640, large: 1280 } as const;

/** Addresses of the poster, best first. The host makes any width from the one it names. */
export function vimeoPosterUrls(answer: unknown, size: ImageSize = 'large'): string[] {
  const url = webUrl(fields(list(answer)[0])['thumbnail_large']);
  if (url === null) return [];
  const width = posterWidths[size];
  const sized = width === 640 ? url : url.replace(/_640(?:x\d+)?(\.\w+)?$/, `_${width}$1`);
  return sized === url ? [url] : [sized, url];
}
