import { count, fields, list, text } from '../outbound/untrusted.js';
import { vimeoPosterUrls } from './vimeo-mapping.js';
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
