import { erase, type MediaFile } from './media-file.js';

// Words before and behind a sound, which players skip: ID3 of both versions, APE, Lyrics3. What reads a trailing
// one gets the bytes in front of an end, and returns how many of them the tag takes.

/** Bytes of ID3 of version 1, and of that with more words before it. */
const [plain, extended] = [128, 355];
/** One behind the other; there is hardly ever more than one of each. */
const mostTags = 20;

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);
const synchsafe = (bytes: Buffer, at: number) =>
  [0, 1, 2, 3].reduce((sum, n) => sum * 128 + (bytes[at + n]! & 127), 0);

/** Empties the tags (ID3v2, APE) that begin there, and returns where the sound begins. */
export async function cleanLeadingTags(file: MediaFile, from = 0): Promise<number> {
  let at = from;
  for (let count = 0; count < mostTags; count += 1) {
    const head = await file.read(at, 32);
    const isId3 = head.length >= 10 && ascii(head, 0, 3) === 'ID3';
    const isApe = head.length === 32 && ascii(head, 0, 8) === 'APETAGEX';
    if (!isId3 && !isApe) return at;
    const footer = isId3 && (head[5]! & 16) !== 0 ? 10 : 0;
    const size = isId3 ? 10 + synchsafe(head, 6) + footer : 32 + head.readUInt32LE(12);
    const end = Math.min(at + size, file.size);
    if (isId3 && at === 0) {
      // Its frames become padding: neither an extended header nor a footer, of which a length has none.
      await file.write(5, Buffer.from([0]));
      await erase(file, at + 10, end);
    } else await erase(file, at, end);
    at = end;
  }
  return at;
}

/** Empties the tags that end where the file does. */
export async function cleanTrailingTags(file: MediaFile, start: number): Promise<void> {
  let end = file.size;
  for (let count = 0; count < mostTags && end > start; count += 1) {
    const from = Math.max(start, end - extended);
    const tail = await file.read(from, end - from);
    const lyrics = await lyricsLength(file, tail, end);
    const length = Math.max(id3v1Length(tail), apeLength(tail), id3v2Length(tail), lyrics);
    if (length === 0) return;
    const begin = Math.max(start, end - length);
    await erase(file, begin, end);
    // Players look there for the mark of a tag, and play what has none.
    if (end === file.size && id3v1Length(tail) > 0)
      await file.write(end - plain, Buffer.from('TAG'));
    end = begin;
  }
}

function id3v1Length(tail: Buffer): number {
  const at = tail.length - plain;
  if (at < 0 || ascii(tail, at, at + 3) !== 'TAG') return 0;
  const before = tail.length - extended;
  return before >= 0 && ascii(tail, before, before + 4) === 'TAG+' ? extended : plain;
}

/** Of the items and the footer; a header before them is optional. */
function apeLength(tail: Buffer): number {
  const at = tail.length - 32;
  if (at < 0 || ascii(tail, at, at + 8) !== 'APETAGEX') return 0;
  return tail.readUInt32LE(at + 12) + (tail.readUInt32LE(at + 20) >>> 31 === 1 ? 32 : 0);
}

function id3v2Length(tail: Buffer): number {
  const at = tail.length - 10;
  return at < 0 || ascii(tail, at, at + 3) !== '3DI' ? 0 : synchsafe(tail, at + 6) + 20;
}

/** Lyrics3 of version 2 tells its length; of version 1 it is at most 5100 bytes. */
async function lyricsLength(file: MediaFile, tail: Buffer, end: number): Promise<number> {
  const mark = ascii(tail, tail.length - 9, tail.length);
  if (mark === 'LYRICS200') {
    const digits = ascii(tail, tail.length - 15, tail.length - 9);
    return /^\d{6}$/.test(digits) ? Number(digits) + 15 : 0;
  }
  if (mark !== 'LYRICSEND') return 0;
  const before = await file.read(Math.max(0, end - 5200), Math.min(end, 5200));
  const begin = before.lastIndexOf('LYRICSBEGIN');
  return begin < 0 ? 0 : before.length - begin;
}
