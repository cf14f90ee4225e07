import { count, fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import type { TweetMedia, VideoVariant } from './tweet.js';

const kinds = { photo: 'photo', video: 'video', animated_gif: 'gif' } as const;

/** The shape of `type` is X's own in all of its APIs. */
export function mediaKind(type: unknown): TweetMedia['kind'] {
  return kinds[text(type) as keyof typeof kinds] ?? 'photo';
}

/** One of `mediaDetails`. */
export function mediaOf(item: Fields): TweetMedia {
  const kind = mediaKind(item['type']);
  const original = fields(item['original_info']);
  const film = fields(item['video_info']);
  const address = webUrl(item['media_url_https']);
  return {
    kind,
    mediaKey: null,
    imageUrl: address && kind === 'photo' ? largePhoto(address) : address,
    width: count(original['width']),
    height: count(original['height']),
    alt: text(item['ext_alt_text']),
    variants: kind === 'photo' ? [] : variantsOf(film['variants'], 'bitrate'),
    durationMs: count(film['duration_millis']),
    available: /^(available)?$/i.test(text(fields(item['ext_media_availability'])['status']) ?? ''),
  };
}

/** 2048 pixels at most: large enough for any frame, unlike the original, which may be 20 MB. */
export function largePhoto(address: string): string {
  const url = new URL(address);
  const format = /\.(\w+)$/.exec(url.pathname)?.[1];
  if (!url.pathname.startsWith('/media/') && !url.pathname.includes('/media/')) return address;
  if (format !== undefined) {
    url.pathname = url.pathname.slice(0, -format.length - 1);
    url.searchParams.set('format', format);
  }
  url.searchParams.set('name', 'large');
  return url.href;
}

/** mp4 only, best first; `bitrate` is `bit_rate` in API v2. */
export function variantsOf(variants: unknown, bitrate: string): VideoVariant[] {
  return list(variants)
    .map(fields)
    .filter((item) => item['content_type'] === 'video/mp4')
    .map((item) => ({ url: webUrl(item['url']), bitrate: count(item[bitrate]) }))
    .filter((item): item is VideoVariant => item.url !== null)
    .sort((one, other) => (other.bitrate ?? 0) - (one.bitrate ?? 0));
}
