import { headLength, readFrameHead, type FrameHead } from './audio-frames.js';
import {
  erase,
  gapsOf,
  MalformedMedia,
  readFully,
  sound,
  type MediaFacts,
  type MediaFile,
} from './media-file.js';
import { cleanLeadingTags, cleanTrailingTags } from './sound-tags.js';

// Sounds whose words are in parts of their own, which players skip once they are empty.

const mostFrames = 2_000_000;
/** Bytes of what is looked through for the next frame at a time. */
const window = 64 * 1024;

/** MP3 and AAC: frames, and nothing but them: words stand before, between and behind them. */
export async function cleanTagged(file: MediaFile): Promise<MediaFacts> {
  const start = await cleanLeadingTags(file);
  // What comes after a long tag is not known from the first bytes of a file.
  if ((await file.read(start, 4)).toString('latin1') === 'fLaC') return cleanFlac(file);
  const gaps = gapsOf(file);
  let [at, kind] = [start, null as string | null];
  for (let count = 0; at < file.size; count += 1) {
    if (count > mostFrames) throw new MalformedMedia('there are too many frames');
    const head = readFrameHead(await file.read(at, headLength), 0);
    if (head && (head.kind === kind || (kind === null && (await isFollowed(file, at, head))))) {
      kind = head.kind;
      at += head.length;
      continue;
    }
    const next = await findFrame(file, at + 1, kind);
    await gaps.erase(at, next);
    at = next;
  }
  if (kind === null) throw new MalformedMedia('there is no sound');
  // Which gives back the mark of a tag at the end: what has none would be played.
  await cleanTrailingTags(file, start);
  return sound(null);
}

/** Four bytes that look like a head are in many a picture and text. */
async function isFollowed(file: MediaFile, at: number, { length, kind }: FrameHead) {
  const next = at + length;
  if (next >= file.size) return next === file.size;
  return readFrameHead(await file.read(next, headLength), 0)?.kind === kind;
}

/** Where the next frame is, of that kind if there has been one; the end of the file if there is none. */
async function findFrame(file: MediaFile, from: number, kind: string | null): Promise<number> {
  for (let start = from; start < file.size; start += window - headLength) {
    const bytes = await file.read(start, window);
    for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
      const head = readFrameHead(bytes, at);
      if (!head || (kind !== null && head.kind !== kind)) continue;
      if (await isFollowed(file, start + at, head)) return start + at;
    }
  }
  return file.size;
}

/** WAV: chunks beside the format and the sound itself. */
export async function cleanWave(file: MediaFile): Promise<MediaFacts> {
  let [rate, length] = [0, 0];
  const had = new Set<string>();
  let at = 12;
  for (let count = 0; at + 8 <= file.size; count += 1) {
    if (count > 10_000) throw new MalformedMedia('there are too many chunks');
    const head = await readFully(file, at, 8);
    const name = head.toString('latin1', 0, 4);
    const content = at + 8;
    let size = head.readUInt32LE(4);
    // Who records into a pipe cannot write afterwards how much came.
    if (name === 'data' && size === 0 && !(await areChunks(file, content))) size = file.size;
    const end = Math.min(content + size, file.size);
    if (name === 'data') length += end - content;
    else if (had.has(name) || !['fmt ', 'fact'].includes(name)) {
      const junk = Buffer.from('JUNK\0\0\0\0', 'latin1');
      junk.writeUInt32LE(end - content, 4);
      await file.write(at, junk);
      await erase(file, content, end);
    } else if (name === 'fmt ' && size >= 16)
      rate = (await readFully(file, content + 8, 4)).readUInt32LE(0);
    // How many samples there are.
    else if (name === 'fact') await erase(file, content + 4, end);
    had.add(name);
    at = content + size + (size % 2);
  }
  await erase(file, at, file.size);
  return sound(length / rate);
}

/** Whether there are chunks from there up to the end. */
async function areChunks(file: MediaFile, from: number): Promise<boolean> {
  let at = from;
  for (let count = 0; count < 100 && at + 8 <= file.size; count += 1) {
    const head = await file.read(at, 8);
    if (!/^[\w ]{4}$/.test(head.toString('latin1', 0, 4))) return false;
    const size = head.readUInt32LE(4);
    at += 8 + size + (size % 2);
  }
  return at >= file.size && at <= file.size + 1;
}

const [streamInfo, padding, seekTable] = [0, 1, 3];

/** FLAC: blocks before the sound, and tags behind it. */
export async function cleanFlac(file: MediaFile): Promise<MediaFacts> {
  let at = await cleanLeadingTags(file);
  if ((await file.read(at, 4)).toString('latin1') !== 'fLaC') throw new MalformedMedia('no FLAC');
  let duration: number | null = null;
  const had = new Set<number>();
  at += 4;
  for (let isLast = false, count = 0; !isLast; count += 1) {
    if (count > 10_000) throw new MalformedMedia('there are too many blocks');
    const head = await readFully(file, at, 4);
    isLast = (head[0]! & 128) !== 0;
    const [type, end] = [head[0]! & 127, at + 4 + head.readUIntBE(1, 3)];
    if (end > file.size) throw new MalformedMedia('a block is longer than the file');
    if (had.has(type) || (type !== streamInfo && type !== seekTable)) {
      await file.write(at, Buffer.from([(head[0]! & 128) | padding]));
      await erase(file, at + 4, end);
    } else if (type === streamInfo) {
      duration = flacDuration(await readFully(file, at + 4, 18));
      await erase(file, at + 4 + 34, end);
    }
    had.add(type);
    at = end;
  }
  await cleanTrailingTags(file, at);
  return sound(duration);
}

/** Twenty bits of the rate, and 36 of the number of samples. */
function flacDuration(info: Buffer): number {
  const rate = info.readUIntBE(10, 3) >> 4;
  return ((info[13]! & 15) * 2 ** 32 + info.readUInt32BE(14)) / rate;
}
