import { erase, MalformedMedia, type MediaFacts, type MediaFile } from './media-file.js';
import {
  emptyElement,
  lengthOf,
  numberOf,
  parseElement,
  readElement,
  readFloat,
  readNumber,
  type Element,
} from './webm-elements.js';
import { entered, id, keptIn, type Master } from './webm-kept.js';

// A film or sound of WebM or Matroska: elements in elements, each with an id and a length. What is no picture and no sound becomes
// an empty element of the same length. A recorder that writes as it goes leaves lengths open: then what is inside is read in turn.

const mostElements = 1_000_000;
const mostEmptied = 10_000;
/** Bytes of what is read as a whole: what a decoder has to know is the most of it. */
const longestTrack = 1024 * 1024;
const mostInTrack = 1_000;

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
    lastBlock: null as Element | null,
  };

  async function walk(start: number, end: number, around: Master): Promise<void> {
    let within = around;
    for (let at = start; at < end;) {
      state.count += 1;
      if (state.count > mostElements) throw new MalformedMedia('there are too many elements');
      const element = await readElement(file, at, end);
      if (element.end === null) {
        if (element.id !== id.segment && element.id !== id.cluster)
          throw new MalformedMedia('an element has no end');
        // It is entered: the next element is its first child, and one of those around it may follow.
        within = 'open';
      } else if (element.end > end) {
        throw new MalformedMedia('an element is longer than what is around it');
      } else await visit(element, element.end, within);
      at = element.end ?? element.content;
    }
  }

  async function visit(element: Element, end: number, within: Master): Promise<void> {
    const { content } = element;
    if (!keptIn[within].has(element.id)) return empty(element.start, content, end);
    if (element.id === id.track) {
      if (end - content > longestTrack) throw new MalformedMedia('a track is too long');
      return readTrack(await file.read(content, end - content), content);
    }
    // Demanded by the format, so emptied and not replaced.
    if (element.id === id.muxer || element.id === id.writer) return erase(file, content, end);
    if (element.id === id.timeScale) state.scale = await readNumber(file, element);
    if (element.id === id.duration) state.units = await readFloat(file, element);
    if (element.id === id.clusterTime) state.lastTime = element;
    if (element.id === id.block || element.id === id.groupedBlock) state.lastBlock = element;
    const master = entered.get(element.id);
    if (master) await walk(content, end, master);
  }

  async function empty(start: number, content: number, end: number): Promise<void> {
    // Nothing in nothing.
    if (content === end && end - start === 2) return;
    state.emptied += 1;
    if (state.emptied > mostEmptied)
      throw new MalformedMedia('too much is no picture and no sound');
    await emptyElement(file, start, end);
  }

  async function readTrack(bytes: Buffer, offset: number, within: Master = 'track'): Promise<void> {
    for (const each of elementsIn(bytes)) {
      const { content, end } = each;
      if (!keptIn[within].has(each.id)) {
        await empty(offset + each.start, offset + content, offset + end);
        continue;
      }
      const value = numberOf(bytes.subarray(content, end));
      if (each.id === id.trackType && value === 1) state.isFilm = true;
      if (each.id === id.width) state.width = value;
      if (each.id === id.height) state.height = value;
      const master = entered.get(each.id);
      if (master) await readTrack(bytes.subarray(content, end), offset + content, master);
    }
  }

  /** What a recorder leaves open has no duration either: then it is when its last block begins. */
  async function findEnd(): Promise<number> {
    const { lastTime, lastBlock } = state;
    if (!lastBlock) return 0;
    return (
      (lastTime ? await readNumber(file, lastTime) : 0) + (await readBlockTime(file, lastBlock))
    );
  }

  await walk(0, file.size, 'file');
  const seconds = ((state.units || (await findEnd())) * state.scale) / 1e9;
  const duration = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  if (!state.isFilm) return { kind: 'audio', width: null, height: null, duration };
  return { kind: 'video', width: state.width || null, height: state.height || null, duration };
}

function elementsIn(bytes: Buffer) {
  const found: { id: number; start: number; content: number; end: number }[] = [];
  for (let at = 0; at < bytes.length; at = found.at(-1)!.end) {
    const { end, ...element } = parseElement(bytes, at, 0);
    if (end === null || end > bytes.length) throw new MalformedMedia('an element is too long');
    if (found.length >= mostInTrack) throw new MalformedMedia('a track has too many elements');
    found.push({ ...element, end });
  }
  return found;
}

/** Of a block in its cluster, behind the number of its track. */
async function readBlockTime(file: MediaFile, { content, end }: Element): Promise<number> {
  const bytes = await file.read(content, Math.min(end! - content, 10));
  const at = lengthOf(bytes[0] ?? 0);
  return bytes.length < at + 2 ? 0 : bytes.readInt16BE(at);
}
