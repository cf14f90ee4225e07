import { MalformedMedia, readFully, sound, type MediaFacts, type MediaFile } from './media-file.js';

// A sound of Ogg: pages, each with a checksum, that carry packets. The second packet holds the words.

interface Page {
  readonly start: number;
  readonly bytes: Buffer;
  readonly lengths: Buffer;
  readonly content: number;
}

/** Pages that words and a picture of a cover may take. */
const mostPages = 400;

/** @throws MalformedMedia when it is no sound of Opus or Vorbis */
export async function cleanOgg(file: MediaFile): Promise<MediaFacts> {
  const first = await readPage(file, 0);
  const head = first.bytes.subarray(first.content);
  const isOpus = head.toString('latin1', 0, 8) === 'OpusHead';
  if (!isOpus && head.toString('latin1', 1, 7) !== 'vorbis') throw new MalformedMedia('no sound');
  const rate = isOpus ? 48_000 : head.length >= 16 ? head.readUInt32LE(12) : 0;
  await cleanWords(file, first.start + first.bytes.length, isOpus);
  return sound((await lastPosition(file)) / rate);
}

async function cleanWords(file: MediaFile, from: number, isOpus: boolean): Promise<void> {
  // The name of the packet, then the name of a program and the number of words: none of either; Vorbis wants a one behind them.
  let rest = Buffer.concat([
    Buffer.from(isOpus ? 'OpusTags' : '\x03vorbis', 'latin1'),
    Buffer.alloc(8),
    Buffer.from(isOpus ? [] : [1]),
  ]);
  let at = from;
  for (let count = 0; count < mostPages; count += 1) {
    const page = await readPage(file, at);
    const { length, isWhole } = firstPacket(page.lengths);
    if (count === 0 && length < rest.length) throw new MalformedMedia('there are no words');
    const packet = page.bytes.subarray(page.content, page.content + length);
    packet.fill(0);
    rest.copy(packet);
    rest = rest.subarray(Math.min(length, rest.length));
    page.bytes.writeUInt32LE(0, 22);
    page.bytes.writeUInt32LE(checksum(page.bytes), 22);
    await file.write(at, page.bytes);
    if (isWhole) return;
    at += page.bytes.length;
  }
  throw new MalformedMedia('the words have no end');
}

async function readPage(file: MediaFile, start: number): Promise<Page> {
  const head = await readFully(file, start, 27);
  if (head.toString('latin1', 0, 4) !== 'OggS') throw new MalformedMedia('a page is missing');
  const lengths = await readFully(file, start + 27, head[26]!);
  const content = 27 + lengths.length;
  const size = lengths.reduce((sum, each) => sum + each, 0);
  return { start, bytes: await readFully(file, start, content + size), lengths, content };
}

/** A packet ends with the first length below 255. */
function firstPacket(lengths: Buffer): { length: number; isWhole: boolean } {
  let length = 0;
  for (const each of lengths) {
    length += each;
    if (each < 255) return { length, isWhole: true };
  }
  return { length, isWhole: false };
}

/** Samples up to the end, as its last page says. */
async function lastPosition(file: MediaFile): Promise<number> {
  const tail = await file.read(Math.max(0, file.size - 70_000), 70_000);
  const at = tail.lastIndexOf('OggS');
  return at < 0 || at + 14 > tail.length ? 0 : Number(tail.readBigInt64LE(at + 6));
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
