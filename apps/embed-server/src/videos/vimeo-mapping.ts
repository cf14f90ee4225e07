import type { ImageSize } from '../images/image-size.js';
import { count, fields, list, text, webUrl } from '../outbound/untrusted.js';

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
