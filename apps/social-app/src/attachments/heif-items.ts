import { MalformedMedia } from './media-file.js';
import { boxesIn, findBox, type Box } from './mp4-boxes.js';

// The items of a HEIF file, and where they lie (ISO/IEC 14496-12, 8.11.3 and 8.11.6).

/** A part of an item. */
export interface Extent {
  readonly item: number;
  /** The file, the list of items itself, another item or another file. */
  readonly within: 'file' | 'list' | 'item' | 'elsewhere';
  readonly start: number;
  /** 0: up to the end of what it is in. */
  readonly length: number;
}

/** Of all items: each picture of a phone is put together of some fifty. */
const mostExtents = 50_000;

/**
 * The type of each item by its number. The names that a program has given them are erased from the bytes.
 *
 * @throws MalformedMedia
 */
export function itemTypesIn(bytes: Buffer, meta: Box): ReadonlyMap<number, string> {
  const list = findBox(bytes, meta, ['iinf']);
  if (!list) throw new MalformedMedia('no item has a type');
  const first = list.content + (bytes[list.content] === 0 ? 6 : 8);
  const types = new Map<number, string>();
  for (const { type, content, end } of boxesIn(bytes, first, list.end)) {
    const version = bytes[content]!;
    if (type !== 'infe' || version < 2) throw new MalformedMedia('an item has no type');
    const id = version === 2 ? bytes.readUInt16BE(content + 4) : bytes.readUInt32BE(content + 4);
    const at = content + (version === 2 ? 8 : 10);
    if (at + 4 > end || types.has(id)) throw new MalformedMedia('an item is not told apart');
    types.set(id, bytes.toString('latin1', at, at + 4));
    bytes.fill(0, at + 4, end);
  }
  return types;
}

const places = ['file', 'list', 'item'] as const;

/**
 * Where the items lie.
 *
 * @throws MalformedMedia
 */
export function extentsIn(bytes: Buffer, meta: Box): readonly Extent[] {
  const list = findBox(bytes, meta, ['iloc']);
  if (!list) throw new MalformedMedia('nobody knows where the items are');
  const read = readerOf(bytes, list);
  const version = read(1);
  if (version > 2) throw new MalformedMedia('places are told in an unknown way');
  read(3);
  const [sizes, more] = [read(1), read(1)];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
  const indexSize = version === 0 ? 0 : more & 15;
  const extents: Extent[] = [];
  let count = 0;
  for (let left = read(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const item = read(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : read(2) & 15;
    const place = places[method];
    if (!place) throw new MalformedMedia('an item is put together in an unknown way');
    const within = read(2) === 0 ? place : 'elsewhere';
    const base = read(baseSize);
    for (let parts = read(2); parts > 0; parts -= 1) {
      // One may be told in no bytes at all.
      count += 1;
      if (count > mostExtents) throw new MalformedMedia('there are too many items');
      read(indexSize);
      const start = base + read(offsetSize);
      const length = read(lengthSize);
      extents.push({ item, within, start, length });
    }
  }
  return extents;
}

/** Reads numbers of so many bytes, one after the other; of none it is 0. */
function readerOf(bytes: Buffer, { content, end }: Box): (size: number) => number {
  let at = content;
  return (size) => {
    if (at + size > end) throw new MalformedMedia('a list ends too early');
    at += size;
    if (size <= 4) return size === 0 ? 0 : bytes.readUIntBE(at - size, size);
    if (size !== 8) throw new MalformedMedia('a number has an unknown size');
    const value = Number(bytes.readBigUInt64BE(at - 8));
    if (!Number.isSafeInteger(value)) throw new MalformedMedia('a number is too large');
    return value;
  };
}
