import { erase, MalformedMedia, type MediaFacts, type MediaFile } from './media-file.js';

// A film or sound of WebM or Matroska: elements in elements, each with an id and a length. What is no picture and no sound becomes
// an empty element of the same length. A recorder that writes as it goes leaves lengths open: then what is inside is read in turn.

const id = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  track: 0xae,
  video: 0xe0,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  block: 0xa3,
} as const;

/** Entered, and what stays within; other elements of the segment are emptied. */
const kept = new Set<number>([
  ...[0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285], // of the header
  ...[0x114d9b74, 0x1c53bb6b, 0xec], // places of other elements, nothing
  ...[0x2ad7b1, 0x4489], // the unit of time, the duration
  ...[0xe7, 0xa3, 0xa0, 0xa7, 0xab], // times and blocks
]);
/** Which program wrote it: demanded by the format, so emptied and not replaced. */
const programs = new Set([0x4d80, 0x5741]);
const trackName = 0x536e;
const mostElements = 1_000_000;
const mostEmptied = 10_000;
/** The segment, and its tracks. */
const mostDepth = 3;
/** Bytes of what is read as a whole: what a decoder has to know is the most of it. */
const longestTrack = 1024 * 1024;
const mostInTrack = 1_000;

interface Element {
  readonly id: number;
  readonly start: number;
  readonly content: number;
  /** Null: it goes on until the next that cannot be inside. */
  readonly end: number | null;
}

/** @throws MalformedMedia */
export async function cleanWebm(file: MediaFile): Promise<MediaFacts> {
  const state = {
    scale: 1_000_000,
    units: 0,
    width: 0,
    height: 0,
    isFilm: false,
    count: 0,
    emptied: 0,
    lastTime: null as Element | null,
    lastCluster: null as Element | null,
    lastBlock: null as Element | null,
  };

  async function walk(start: number, end: number, depth = 0): Promise<void> {
    if (depth > mostDepth) throw new MalformedMedia('elements are nested too deep');
    for (let at = start; at < end;) {
      state.count += 1;
      if (state.count > mostElements) throw new MalformedMedia('there are too many elements');
      const element = await readElement(file, at, end);
      await visit(element, end, depth);
      // What has no end is entered: the next element is its first child.
      at = element.end ?? element.content;
    }
  }

  async function visit(element: Element, around: number, depth: number): Promise<void> {
    const { content, end } = element;
    if (end === null) {
      if (element.id !== id.segment && element.id !== id.cluster)
        throw new MalformedMedia('an element has no end');
      return;
    }
    if (end > around) throw new MalformedMedia('an element is longer than what is around it');
    if ([id.header, id.segment, id.info, id.tracks].includes(element.id as never))
      return walk(content, end, depth + 1);
    if (element.id === id.track) {
      if (end - content > longestTrack) throw new MalformedMedia('a track is too long');
      return readTrack(await file.read(content, end - content), content);
    }
    if (element.id === 0x2ad7b1) state.scale = await readNumber(file, element);
    if (element.id === 0x4489) state.units = await readFloat(file, element);
    if (element.id === id.clusterTime) {
      state.lastTime = element;
      state.lastCluster = null;
    }
    if (element.id === id.block) state.lastBlock = element;
    if (element.id === id.cluster) state.lastCluster = element;
    if (programs.has(element.id)) return erase(file, content, end);
    if (element.id === id.cluster || kept.has(element.id)) return;
    state.emptied += 1;
    if (state.emptied > mostEmptied)
      throw new MalformedMedia('too much is no picture and no sound');
    await replace(file, element);
  }

  async function readTrack(bytes: Buffer, offset: number): Promise<void> {
    for (const each of elementsIn(bytes)) {
      if (each.id === 0x83 && bytes[each.content] === 1) state.isFilm = true;
      if (each.id === trackName) await erase(file, offset + each.content, offset + each.end);
      if (each.id !== id.video) continue;
      const shown = bytes.subarray(each.content, each.end);
      for (const side of elementsIn(shown)) {
        const value = numberOf(shown.subarray(side.content, side.end));
        if (side.id === 0xb0) state.width = value;
        if (side.id === 0xba) state.height = value;
      }
    }
  }

  /** What a recorder leaves open has no duration either: then it is when its last block begins. */
  async function findEnd(): Promise<number> {
    const { lastCluster } = state;
    if (lastCluster) await walk(lastCluster.content, lastCluster.end!, mostDepth);
    const { lastTime, lastBlock } = state;
    if (!lastBlock) return 0;
    return (
      (lastTime ? await readNumber(file, lastTime) : 0) + (await readBlockTime(file, lastBlock))
    );
  }

  await walk(0, file.size);
  const seconds = ((state.units || (await findEnd())) * state.scale) / 1e9;
  const duration = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  if (!state.isFilm) return { kind: 'audio', width: null, height: null, duration };
  return { kind: 'video', width: state.width || null, height: state.height || null, duration };
}

/** Bytes of a number of variable length, by its first byte; 9: there is none so long. */
const lengthOf = (first: number) => Math.clz32(first) - 23;

async function readElement(file: MediaFile, at: number, end: number): Promise<Element> {
  const bytes = await file.read(at, Math.min(12, end - at));
  return parseElement(bytes, 0, at);
}

function parseElement(bytes: Buffer, at: number, offset: number): Element {
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
  const start = offset + at;
  return {
    id: bytes.readUIntBE(at, idLength),
    start,
    content,
    end: isOpen ? null : content + size,
  };
}

function elementsIn(bytes: Buffer) {
  const found: { id: number; content: number; end: number }[] = [];
  for (let at = 0; at < bytes.length; at = found.at(-1)!.end) {
    const { end, ...element } = parseElement(bytes, at, 0);
    if (end === null || end > bytes.length) throw new MalformedMedia('an element is too long');
    if (found.length >= mostInTrack) throw new MalformedMedia('a track has too many elements');
    found.push({ ...element, end });
  }
  return found;
}

/** An empty element of the same length, which every reader skips. */
async function replace(file: MediaFile, { start, end }: Element): Promise<void> {
  const total = end! - start;
  const width = total > 9 ? 8 : 1;
  const head = Buffer.alloc(1 + width);
  head[0] = 0xec;
  head.writeUIntBE(total - 1 - width, width === 8 ? 3 : 1, width === 8 ? 6 : 1);
  head[1]! |= width === 8 ? 0x01 : 0x80;
  await file.write(start, head);
  await erase(file, start + head.length, end!);
}

async function readNumber(file: MediaFile, { content, end }: Element): Promise<number> {
  return numberOf(await file.read(content, Math.min(end! - content, 8)));
}

/** Of a block in its cluster, behind the number of its track. */
async function readBlockTime(file: MediaFile, { content, end }: Element): Promise<number> {
  const bytes = await file.read(content, Math.min(end! - content, 10));
  const at = lengthOf(bytes[0] ?? 0);
  return bytes.length < at + 2 ? 0 : bytes.readInt16BE(at);
}

function numberOf(bytes: Buffer): number {
  return bytes.subarray(0, 8).reduce((sum, byte) => sum * 256 + byte, 0);
}

async function readFloat(file: MediaFile, { content, end }: Element): Promise<number> {
  const bytes = await file.read(content, 8);
  if (end! - content === 4 && bytes.length >= 4) return bytes.readFloatBE(0);
  return end! - content === 8 && bytes.length === 8 ? bytes.readDoubleBE(0) : 0;
}
