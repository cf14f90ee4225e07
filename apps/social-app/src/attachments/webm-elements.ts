import { erase, MalformedMedia, type MediaFile } from './media-file.js';

/** An element of WebM or Matroska: an id, a length, and what is in it. */
export interface Element {
  readonly id: number;
  readonly start: number;
  readonly content: number;
  /** Null: it goes on until the next that cannot be inside. */
  readonly end: number | null;
}

/** Bytes of a number of variable length, by its first byte; 9: there is none so long. */
export const lengthOf = (first: number) => Math.clz32(first) - 23;

/** @throws MalformedMedia */
export async function readElement(file: MediaFile, at: number, end: number): Promise<Element> {
  const bytes = await file.read(at, Math.min(12, end - at));
  return parseElement(bytes, 0, at);
}

/**
 * The element whose head is at `at` of these bytes; `offset` is where they are in the file.
 *
 * @throws MalformedMedia
 */
export function parseElement(bytes: Buffer, at: number, offset: number): Element {
  const idLength = lengthOf(bytes[at] ?? 0);
  const sizeAt = at + idLength;
  const sizeLength = lengthOf(bytes[sizeAt] ?? 0);
  if (idLength > 4 || sizeLength > 8 || sizeAt + sizeLength > bytes.length)
    throw new MalformedMedia('an element has no head');
  let size = bytes[sizeAt]! - (1 << (8 - sizeLength));
  let isOpen = size === (1 << (8 - sizeLength)) - 1;
  for (let n = 1; n < sizeLength; n += 1) {
    isOpen &&= bytes[sizeAt + n] === 255;
    size = size * 256 + bytes[sizeAt + n]!;
  }
  const content = offset + sizeAt + sizeLength;
  return {
    id: bytes.readUIntBE(at, idLength),
    start: offset + at,
    content,
    end: isOpen ? null : content + size,
  };
}

/** In its place an empty element of the same length, which every reader skips. */
export async function emptyElement(file: MediaFile, start: number, end: number): Promise<void> {
  const total = end - start;
  const width = total > 9 ? 8 : 1;
  const head = Buffer.alloc(1 + width);
  head[0] = 0xec;
  head.writeUIntBE(total - 1 - width, width === 8 ? 3 : 1, width === 8 ? 6 : 1);
  head[1]! |= width === 8 ? 0x01 : 0x80;
  await file.write(start, head);
  await erase(file, start + head.length, end);
}

/** Of a number in an element. */
export async function readNumber(file: MediaFile, { content, end }: Element): Promise<number> {
  return numberOf(await file.read(content, Math.min(end! - content, 8)));
}

export function numberOf(bytes: Buffer): number {
  return bytes.subarray(0, 8).reduce((sum, byte) => sum * 256 + byte, 0);
}

export async function readFloat(file: MediaFile, { content, end }: Element): Promise<number> {
  const bytes = await file.read(content, 8);
  if (end! - content === 4 && bytes.length >= 4) return bytes.readFloatBE(0);
  return end! - content === 8 && bytes.length === 8 ? bytes.readDoubleBE(0) : 0;
}
