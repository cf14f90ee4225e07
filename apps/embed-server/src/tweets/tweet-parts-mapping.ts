// What the responses of all of X's APIs have in common: escaped text, entities, links, and addresses of pictures and films.

import { count, fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import type {
  CodePointRange,
  EntityShape,
  TweetEntity,
  TweetMedia,
  TweetPoll,
  VideoVariant,
} from './tweet.js';

const escapes: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

export interface PlainText {
  readonly text: string;
  readonly length: number;
  /** Where a code point of the escaped text stands in the plain one. */
  at(index: number): number;
}

/** X escapes `& < >` and counts code points of the escaped text; the model counts those of the plain one. */
export function unescapeText(escaped: string): PlainText {
  const positions: number[] = [];
  const plain: string[] = [];
  for (const piece of escaped.match(/&(?:amp|lt|gt);|[^]/gu) ?? []) {
    for (let used = Array.from(piece).length; used > 0; used -= 1) positions.push(plain.length);
    plain.push(escapes[piece] ?? piece);
  }
  const at = (index: number) => positions[Math.max(0, index)] ?? plain.length;
  return { text: plain.join(''), length: plain.length, at };
}

export function escapeText(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The entities of one group: `rangeOf` reads where an item stands, `shapeOf` what it is. */
export function readEntities(
  items: unknown,
  plain: PlainText,
  rangeOf: (item: Fields) => readonly unknown[],
  shapeOf: (item: Fields) => EntityShape | null,
): TweetEntity[] {
  return list(items)
    .map(fields)
    .flatMap((item) => {
      const [start, end] = rangeOf(item).map(count);
      const shape = shapeOf(item);
      if (start == null || end == null || shape === null) return [];
      return [{ ...shape, start: plain.at(start), end: plain.at(end) }];
    });
}

/** Makes a shape of a field, where there is one. */
export function named(
  item: Fields,
  name: string,
  make: (value: string) => EntityShape,
): EntityShape | null {
  const value = text(item[name]);
  return value === null ? null : make(value);
}

/** In order and without overlap; of two at one place the first wins. */
export function arrangeEntities(entities: readonly TweetEntity[]): TweetEntity[] {
  const sorted = entities
    .filter(({ start, end }) => start < end)
    .sort((one, other) => one.start - other.start);
  let free = 0;
  return sorted.filter(({ start, end }) => {
    const fits = start >= free;
    if (fits) free = end;
    return fits;
  });
}

/** The range to show: links to what is shown anyway are cut off the end. */
export function trimTrailingLinks(
  plain: string,
  range: CodePointRange,
  isHidden: (entity: TweetEntity) => boolean,
  entities: readonly TweetEntity[],
): CodePointRange {
  const points = Array.from(plain);
  let end = Math.min(range.end, points.length);
  const trimSpace = () => {
    while (end > range.start && /\s/u.test(points[end - 1] ?? '')) end -= 1;
  };
  trimSpace();
  for (const entity of entities.toReversed()) {
    if (entity.end < end || !isHidden(entity)) continue;
    end = Math.max(range.start, Math.min(end, entity.start));
    trimSpace();
  }
  return { start: range.start, end };
}

/** The shape is the same in API v2 but for the indices. */
export function linkOf(item: Fields, kind: 'url' | 'media'): EntityShape | null {
  const url = webUrl(item['url']);
  if (url === null) return null;
  const expandedUrl = webUrl(item['expanded_url']) ?? url;
  return { kind, url, expandedUrl, displayUrl: text(item['display_url']) ?? expandedUrl };
}

/** `_normal` is 48 pixels wide; `_400x400` is the sharpest that is sure to be square. */
export function largeAvatar(url: string | null): string | null {
  return url?.replace(/_normal(\.\w+)$/, '_400x400$1') ?? null;
}

const kinds = { photo: 'photo', video: 'video', animated_gif: 'gif' } as const;

/** The shape of `type` is X's own in all of its APIs. */
export function mediaKind(type: unknown): TweetMedia['kind'] {
  return kinds[text(type) as keyof typeof kinds] ?? 'photo';
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

/** `null` as soon as one count is missing. */
export function totalOf(options: TweetPoll['options']): number | null {
  return options.reduce<number | null>(
    (sum, { votes }) => (sum === null || votes === null ? null : sum + votes),
    0,
  );
}
