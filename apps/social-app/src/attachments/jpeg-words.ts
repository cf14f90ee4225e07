import { MalformedMedia } from './media-file.js';
import type { Range } from './mp4-samples.js';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;
/** There are hardly ever more than ten. */
const mostWords = 1000;

/**
 * Where in a JPEG (ITU-T T.81, annex B) lies what is not seen: Exif and what else programs write into its head, comments, and
 * whatever follows its end. Segments keep their lengths, so that nothing moves.
 *
 * @throws MalformedMedia when it is no JPEG up to its end
 */
export function wordsInJpeg(bytes: Buffer): Range[] {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) throw new MalformedMedia('no JPEG');
  const words: Range[] = [];
  let at = 2;
  for (;;) {
    if (at + 2 > bytes.length || bytes[at] !== 0xff)
      throw new MalformedMedia('a marker is missing');
    const marker = bytes[at + 1]!;
    // Markers may be preceded by any number of these.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage) return [...words, [at + 2, bytes.length]];
    if (at + 4 > bytes.length) throw new MalformedMedia('a segment has no length');
    const content = at + 4;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < content || end > bytes.length) throw new MalformedMedia('a segment is too long');
    if (marker === comment) words.push([content, end]);
    else if (marker >= 0xe0 && marker <= 0xef)
      words.push([Math.min(content + neededOf(bytes, marker, content, end), end), end]);
    if (words.length > mostWords) throw new MalformedMedia('there are too many segments');
    at = marker === startOfScan ? endOfScan(bytes, end) : end;
  }
}

/** Bytes at the beginning of what a program writes that decoders need: density, colours, and how those are encoded. */
function neededOf(bytes: Buffer, marker: number, content: number, end: number): number {
  const starts = (name: string) =>
    bytes.toString('latin1', content, content + name.length) === name;
  if (marker === 0xe0 && starts('JFIF\0')) return 12;
  if (marker === 0xee && starts('Adobe')) return 12;
  return marker === 0xe2 && starts('ICC_PROFILE\0') ? end - content : 0;
}

/** In a scan the byte of markers is followed by zero, or by a count of restarts. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new MalformedMedia('a scan has no end');
}

/** The same in a file in whose parts the JPEG lies, one after the other. */
export function wordsInParts(bytes: Buffer, parts: readonly Range[]): Range[] {
  return wordsInJpeg(bytes).flatMap(([from, to]) => {
    let before = 0;
    return parts.flatMap(([start, end]): Range[] => {
      const [first, last] = [Math.max(from - before, 0), Math.min(to - before, end - start)];
      before += end - start;
      return first < last ? [[start + first, start + last]] : [];
    });
  });
}
