import {
  erase,
  MalformedMedia,
  readFully,
  sound,
  type MediaFacts,
  type MediaFile,
} from './media-file.js';

// Sounds whose words are in parts of their own, which players skip once they are empty.

/** Bytes of a tag in front of the sound (ID3v2), 0: there is none. Its frames become padding. */
async function cleanLeadingTag(file: MediaFile): Promise<number> {
  const head = await file.read(0, 10);
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head[at]! & 127), 0);
  const end = Math.min(10 + size, file.size);
  // No extended header, and no footer: nothing but padding.
  await file.write(5, Buffer.from([0]));
  await erase(file, 10, end);
  return end;
}

/** MP3 and AAC: tags before (ID3v2) and behind (ID3v1, APE). */
export async function cleanTagged(file: MediaFile): Promise<MediaFacts> {
  await cleanLeadingTag(file);
  let end = file.size;
  const last = await file.read(Math.max(0, end - 128), 3);
  if (end >= 128 && last.toString('latin1') === 'TAG') {
    await erase(file, end - 128, end);
    end -= 128;
  }
  const footer = await file.read(Math.max(0, end - 32), 32);
  if (end >= 32 && footer.toString('latin1', 0, 8) === 'APETAGEX') {
    const size = footer.readUInt32LE(12);
    // Of the items and the footer; a header before them is optional.
    const hasHeader = footer.readUInt32LE(20) >>> 31 === 1;
    await erase(file, Math.max(0, end - size - (hasHeader ? 32 : 0)), end);
  }
  return sound(null);
}

/** WAV: chunks beside the format and the sound itself. */
export async function cleanWave(file: MediaFile): Promise<MediaFacts> {
  let [rate, length] = [0, 0];
  for (let at = 12, count = 0; at + 8 <= file.size; count += 1) {
    if (count > 10_000) throw new MalformedMedia('there are too many chunks');
    const head = await readFully(file, at, 8);
    const [name, size] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)];
    const content = at + 8;
    if (name === 'fmt ' && size >= 16)
      rate = (await readFully(file, content + 8, 4)).readUInt32LE(0);
    else if (name === 'data') length = Math.min(size, file.size - content);
    else if (name !== 'fact' && name !== 'fmt ') {
      await file.write(at, Buffer.from('JUNK', 'latin1'));
      await erase(file, content, Math.min(content + size, file.size));
    }
    at = content + size + (size % 2);
  }
  return sound(length / rate);
}

const [streamInfo, padding, seekTable, cueSheet] = [0, 1, 3, 5];

/** FLAC: blocks before the sound. */
export async function cleanFlac(file: MediaFile): Promise<MediaFacts> {
  let at = await cleanLeadingTag(file);
  if ((await file.read(at, 4)).toString('latin1') !== 'fLaC') throw new MalformedMedia('no FLAC');
  let duration: number | null = null;
  at += 4;
  for (let isLast = false, count = 0; !isLast; count += 1) {
    if (count > 10_000) throw new MalformedMedia('there are too many blocks');
    const head = await readFully(file, at, 4);
    isLast = (head[0]! & 128) !== 0;
    const [type, end] = [head[0]! & 127, at + 4 + head.readUIntBE(1, 3)];
    if (end > file.size) throw new MalformedMedia('a block is longer than the file');
    if (type === streamInfo) duration = flacDuration(await readFully(file, at + 4, 18));
    else if (type !== seekTable && type !== cueSheet) {
      await file.write(at, Buffer.from([(head[0]! & 128) | padding]));
      await erase(file, at + 4, end);
    }
    at = end;
  }
  return sound(duration);
}

/** Twenty bits of the rate, and 36 of the number of samples. */
function flacDuration(info: Buffer): number {
  const rate = info.readUIntBE(10, 3) >> 4;
  return ((info[13]! & 15) * 2 ** 32 + info.readUInt32BE(14)) / rate;
}
