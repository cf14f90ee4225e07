// What the responses of all of X's APIs have in common: escaped text, entities, links, and addresses of pictures and films.

import { count, fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import type {
  CodePointRange,
  EntityShape,
  NamedKind,
  Tweet,
  TweetCard,
  TweetEntity,
  TweetLink,
  TweetMedia,
  TweetPoll,
} from './tweet.js';

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);
const unescapes = new Map(Array.from(escapes, ([plain, escaped]) => [escaped, plain]));

export interface PlainText {
  readonly text: string;
  /** Its code points. */
  readonly points: readonly string[];
  /** Where a code point of the escaped text stands in the plain one. */
  readonly at: (index: number) => number;
}

/** X escapes `& < >` and counts code points of the escaped text; the model counts those of the plain one. */
export function unescapeText(escaped: string): PlainText {
  // Of a fixed size: a long list that grows is moved to new memory again and again, which took most of the time.
  const positions = new Uint32Array(escaped.length);
  let [seen, plain] = [0, 0];
  const pieces = escaped.split(/(&(?:amp|lt|gt);)/);
  for (const piece of pieces) {
    const isEscape = unescapes.has(piece);
    const { length } = Array.from(piece);
    for (let point = 0; point < length; point += 1) {
      positions[seen + point] = isEscape ? plain : plain + point;
    }
    seen += length;
    plain += isEscape ? 1 : length;
  }
  const text = pieces.map((piece) => unescapes.get(piece) ?? piece).join('');
  const at = (index: number) => (index < seen ? positions[index] : undefined) ?? plain;
  return { text, points: Array.from(text), at };
}

/** Code points that a code point of the plain text takes in the escaped one. */
export function escapedLength(point: string): number {
  return escapes.get(point)?.length ?? 1;
}

export function escapeText(plain: string): string {
  return plain.replace(/[&<>]/g, (character) => escapes.get(character) ?? '');
}

/** For each kind of name, the group of entities that holds it and the field with the name itself. */
export type NameGroups = Readonly<Record<NamedKind, readonly [group: string, field: string]>>;

/** The groups of API v2. */
export const apiNames: NameGroups = {
  hashtag: ['hashtags', 'tag'],
  cashtag: ['cashtags', 'tag'],
  mention: ['mentions', 'username'],
};

export function readEntities(groups: Fields, plain: PlainText, names: NameGroups): TweetEntity[] {
  const all = (group: string, shapeOf: (item: Fields) => EntityShape | null) =>
    list(groups[group])
      .map(fields)
      .flatMap((item) => {
        // Syndication has `indices` where API v2 has `start` and `end`.
        const [first, last] = list(item['indices']);
        const [start, end] = [count(item['start'] ?? first), count(item['end'] ?? last)];
        const shape = shapeOf(item);
        if (start === null || end === null || shape === null) return [];
        return [{ ...shape, start: plain.at(start), end: plain.at(end) }];
      });
  const named = (kind: NamedKind) => {
    const [group, field] = names[kind];
    return all(group, (item) => {
      const name = text(item[field]);
      return name === null ? null : { kind, name };
    });
  };
  return arrangeEntities([
    ...all('urls', (item) => linkOf(item, isMediaLink(item) ? 'media' : 'url')),
    ...all('media', (item) => linkOf(item, 'media')),
    ...(['hashtag', 'cashtag', 'mention'] as const).flatMap(named),
  ]);
}

function isMediaLink(item: Fields): boolean {
  const shown = text(item['display_url']) ?? '';
  return text(item['media_key']) !== null || /^pic\.(twitter|x)\.com\//.test(shown);
}

function linkOf(item: Fields, kind: TweetLink['kind']): TweetLink | null {
  const url = webUrl(item['url']);
  if (url === null) return null;
  const expandedUrl = webUrl(item['expanded_url']) ?? url;
  return { kind, url, expandedUrl, displayUrl: text(item['display_url']) ?? expandedUrl };
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

/** The range to show: links to what is shown anyway, media or the quoted tweet, are cut off the end. */
export function shownRange(
  given: unknown,
  { points, at }: PlainText,
  entities: readonly TweetEntity[],
  quotedId: string | null = null,
): CodePointRange {
  const [first, last] = list(given).map(count);
  const start = first == null ? 0 : at(first);
  let end = last == null ? points.length : Math.max(start, at(last));
  const trimSpace = () => {
    while (end > start && /\s/u.test(points[end - 1] ?? '')) end -= 1;
  };
  trimSpace();
  for (const entity of entities.toReversed()) {
    if (entity.end < end || !isShownAnyway(entity, quotedId)) continue;
    end = Math.max(start, Math.min(end, entity.start));
    trimSpace();
  }
  return { start, end };
}

function isShownAnyway(entity: TweetEntity, quotedId: string | null): boolean {
  if (entity.kind !== 'url') return entity.kind === 'media';
  return quotedId !== null && entity.expandedUrl.endsWith(`/status/${quotedId}`);
}

export function replyTo(username: string | null, tweetId: string | null): Tweet['replyTo'] {
  return username === null && tweetId === null ? null : { username, tweetId };
}

/** `_normal` is 48 pixels wide; `_400x400` is the sharpest that is sure to be square. */
export function largeAvatar(url: string | null): string | null {
  return url?.replace(/_normal(\.\w+)$/, '_400x400$1') ?? null;
}

const kinds = new Map<unknown, TweetMedia['kind']>([
  ['video', 'video'],
  ['animated_gif', 'gif'],
]);

/** The values of `type` are the same in all of X's APIs. */
export function mediaKind(type: unknown): TweetMedia['kind'] {
  return kinds.get(type) ?? 'photo';
}

/** 2048 pixels at most: large enough for any frame, unlike the original, which may be 20 MB. */
export function largePhoto(address: string): string {
  const url = new URL(address);
  if (!url.pathname.includes('/media/')) return address;
  const format = /\.(\w+)$/.exec(url.pathname)?.[1];
  if (format !== undefined) {
    url.pathname = url.pathname.slice(0, -format.length - 1);
    url.searchParams.set('format', format);
  }
  url.searchParams.set('name', 'large');
  return url.href;
}

export function cardImage(image: Fields): TweetCard['image'] {
  const url = webUrl(image['url']);
  const [width, height] = [count(image['width']), count(image['height'])];
  return url === null ? null : { url, width, height, alt: text(image['alt']) };
}

/** mp4 only, best first; `bitrate` is `bit_rate` in API v2. */
export function variantsOf(variants: unknown): TweetMedia['variants'] {
  return list(variants)
    .map(fields)
    .filter((item) => item['content_type'] === 'video/mp4')
    .flatMap((item) => {
      const url = webUrl(item['url']);
      return url === null ? [] : [{ url, bitrate: count(item['bitrate'] ?? item['bit_rate']) }];
    })
    .sort((one, other) => (other.bitrate ?? 0) - (one.bitrate ?? 0));
}

/** `null` as soon as one count is missing. */
export function totalOf(options: TweetPoll['options']): number | null {
  return options.reduce<number | null>(
    (sum, { votes }) => (sum === null || votes === null ? null : sum + votes),
    0,
  );
}
