import { fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import type { BlueskyText, TextLink } from './bluesky-post.js';
import { isDid } from './post-address.js';

interface Facet {
  readonly start: number;
  readonly end: number;
  readonly link: TextLink;
}

/**
 * The text in stretches. Facets count bytes of UTF-8; those that are out of range, reversed, empty, inside of a letter or
 * over another one are left out, and their words stay.
 */
export function textWithLinks(plain: string, facets: unknown): BlueskyText[] {
  const bytes = Buffer.from(plain);
  const wanted = list(facets)
    .flatMap((one) => facetOf(fields(one), bytes) ?? [])
    .sort((one, other) => one.start - other.start);
  const pieces: BlueskyText[] = [];
  let position = 0;
  const add = (end: number, link: TextLink | null) => {
    if (end > position) pieces.push({ text: bytes.toString('utf8', position, end), link });
    position = end;
  };
  for (const { start, end, link } of wanted) {
    if (start < position) continue;
    add(start, null);
    add(end, link);
  }
  add(bytes.length, null);
  return pieces;
}

function facetOf(facet: Fields, bytes: Buffer): Facet | null {
  const { byteStart: start, byteEnd: end } = fields(facet['index']);
  const link = list(facet['features'])
    .map((feature) => linkOf(fields(feature)))
    .find((found) => found !== null);
  if (!link || !isOffset(start, bytes) || !isOffset(end, bytes)) return null;
  return start < end ? { start, end, link } : null;
}

/** Between two letters: a byte `10xxxxxx` continues one. */
function isOffset(value: unknown, bytes: Buffer): value is number {
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  if (value < 0 || value > bytes.length) return false;
  return ((bytes[value] ?? 0) & 0xc0) !== 0x80;
}

function linkOf(feature: Fields): TextLink | null {
  switch (feature['$type']) {
    case 'app.bsky.richtext.facet#link': {
      const url = webUrl(feature['uri']);
      return url === null ? null : { kind: 'link', url };
    }
    case 'app.bsky.richtext.facet#mention': {
      const did = text(feature['did']) ?? '';
      return isDid(did) ? { kind: 'mention', did } : null;
    }
    case 'app.bsky.richtext.facet#tag': {
      const tag = text(feature['tag']);
      return tag === null ? null : { kind: 'tag', tag };
    }
    default:
      return null;
  }
}
