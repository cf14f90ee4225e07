import { MalformedMedia, readFully, type MediaFile } from './media-file.js';

/** A page of Ogg (RFC 3533): a head, the lengths of parts of packets, and those. */
export interface Page {
  readonly start: number;
  readonly bytes: Buffer;
  readonly lengths: Buffer;
  readonly content: number;
  readonly stream: number;
  readonly isFirst: boolean;
}

/** The page that begins there; null where none does. @throws MalformedMedia for one that ends too early */
export async function readPage(file: MediaFile, start: number): Promise<Page | null> {
  const head = await file.read(start, 27);
  if (head.length < 27 || head.toString('latin1', 0, 4) !== 'OggS') return null;
  const lengths = await readFully(file, start + 27, head[26]!);
  const content = 27 + lengths.length;
  const size = lengths.reduce((sum, each) => sum + each, 0);
  const bytes = await file.read(start, content + size);
  if (bytes.length < content) throw new MalformedMedia('a page ends too early');
  return {
    ...{ start, bytes, lengths, content },
    stream: head.readUInt32LE(14),
    isFirst: (head[5]! & 2) !== 0,
  };
}

/** Where the next page begins from there; the end of the file if none does. */
export async function findPage(file: MediaFile, from: number): Promise<number> {
  const window = 64 * 1024;
  for (let start = from; start < file.size; start += window - 3) {
    const at = (await file.read(start, window)).indexOf('OggS');
    if (at >= 0) return start + at;
  }
  return file.size;
}

/** Writes a page whose content was changed. */
export async function writePage(file: MediaFile, { start, bytes }: Page): Promise<void> {
  bytes.writeUInt32LE(0, 22);
  bytes.writeUInt32LE(checksum(bytes), 22);
  await file.write(start, bytes);
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value >>> 0;
});

/** CRC-32 as Ogg has it: not reflected, and begun with nothing. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) ^ table[((sum >>> 24) ^ byte) & 255]!) >>> 0;
  return sum;
}
