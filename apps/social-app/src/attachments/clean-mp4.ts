import { erase, MalformedMedia, readFully, type MediaFacts, type MediaFile } from './media-file.js';
import {
  boxesIn,
  boxesOfFile,
  countBoxes,
  emptyBox,
  eraseHandlerName,
  eraseLocations,
  findBox,
  keepBoxes,
  readBox,
  type Box,
} from './mp4-boxes.js';
import { contentOfFragments } from './mp4-fragments.js';
import { cleanFormats } from './mp4-formats.js';
import { namedRanges } from './mp4-named.js';
import { contentOf, joinRanges, rangeOfBox, rangesWithout, type Range } from './mp4-samples.js';

// What a film of MP4 or QuickTime has beside pictures and sound: place, device, time and words, in boxes of many makers. Only
// boxes that players need stay. The others become empty ones of the same length, so that nothing moves.

const kept: Readonly<Record<string, readonly string[]>> = {
  file: ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra', 'pdin'],
  moov: ['mvhd', 'trak', 'mvex', 'iods'],
  trak: ['tkhd', 'edts', 'mdia', 'tref', 'tapt'],
  edts: ['elst'],
  tref: ['hint', 'cdsc', 'font', 'hind', 'vdep', 'vplx', 'subt', 'tmcd', 'sync', 'forc', 'folw'],
  tapt: ['clef', 'prof', 'enof'],
  dinf: ['dref'],
  gmhd: ['gmin', 'text', 'tmcd'],
  mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
  minf: ['vmhd', 'smhd', 'hmhd', 'nmhd', 'sthd', 'gmhd', 'hdlr', 'dinf', 'stbl'],
  stbl: [
    ...['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stsh'],
    ...['padb', 'stdp', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'stps'],
  ],
  mvex: ['mehd', 'trex'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'sdtp'],
};

/** Tracks of pictures, sound, subtitles and time codes; others are what a device has measured, such as where it was. */
const handlers: ReadonlySet<string> = new Set([
  'vide',
  'pict',
  'soun',
  'sbtl',
  'subt',
  'text',
  'clcp',
  'tmcd',
]);
/** Bytes of what is read as a whole: the tables of a film of hours. */
const mostTables = 32 * 1024 * 1024;
const mostBoxes = 100_000;
/** Of all dropped tracks together: what a device measures with each picture, for half an hour. */
const mostSamples = 100_000;

/**
 * Takes away what a film holds beside itself, where it lies.
 *
 * @throws MalformedMedia when it cannot be told where that is
 */
export async function cleanMp4(file: MediaFile): Promise<MediaFacts> {
  const { boxes, end } = await boxesOfFile(file, mostBoxes);
  const found = boxes.filter(({ type }) => type === 'moov' || type === 'moof');
  const length = found.reduce((sum, { start, end: last }) => sum + last - start, 0);
  if (length > mostTables) throw new MalformedMedia('the tables are too long');
  const tables: CleanTable[] = [];
  for (const box of found) tables.push(await readTable(file, box));
  const [facts, other] = tables.flatMap((table) => table.facts ?? []);
  if (!facts || other) throw new MalformedMedia('there is no one table of contents');
  const inTables = contentOfTables(tables);
  for (const { start, bytes } of tables) await file.write(start, bytes);
  for (const [start, last] of inTables.unseen) await erase(file, start, last);
  const { named } = inTables;
  const data = boxes.filter(({ type }) => type === 'mdat').map(rangeOfBox);
  for (const [start, last] of named ? rangesWithout(data, named) : [])
    await erase(file, start, last);
  await dropOthers(file, boxes, kept['file']!);
  await erase(file, end, file.size);
  return facts;
}

/** Where that lies which tracks name, of all tables: what comes in fragments is named by each of them. */
function contentOfTables(tables: readonly CleanTable[]) {
  const unseen = tables.flatMap((table) => table.unseen);
  const whole = tables.find(({ facts }) => facts !== null)!;
  const fragments = tables.filter((table) => table !== whole);
  if (fragments.length === 0) return { unseen, named: whole.named };
  const { bytes } = whole;
  const tracks = tracksOf(bytes, readBox(bytes, 0, 0, bytes.length));
  const numbers = new Set(
    tracks.map((track) => numberOf(bytes, track)).filter((number) => number !== null),
  );
  const found = contentOfFragments(bytes, numbers, fragments);
  const named = whole.named && found.isAll ? joinRanges([...whole.named, ...found.named]) : null;
  return { unseen: joinRanges([...unseen, ...found.unseen]), named };
}

/** What one of its tables is to be. */
export interface CleanTable {
  readonly start: number;
  readonly bytes: Buffer;
  /** What it says of pictures and sound. */
  readonly facts: MediaFacts | null;
  /** Where that lies in the file which is neither. */
  readonly unseen: readonly Range[];
  /** Where everything lies that is one of them; null where that cannot be told. */
  readonly named: readonly Range[] | null;
}

/**
 * One of its tables, without what it says beside pictures and sound.
 *
 * @throws MalformedMedia
 */
export async function readTable(file: MediaFile, box: Box): Promise<CleanTable> {
  if (box.end - box.start > mostTables) throw new MalformedMedia('a table is too long');
  const bytes = await readFully(file, box.start, box.end - box.start);
  const whole = readBox(bytes, 0, 0, bytes.length);
  countBoxes(bytes, whole, (type) => type in kept);
  const isWhole = box.type === 'moov';
  // One that is compressed, or that names another file, has none.
  if (isWhole && tracksOf(bytes, whole).length === 0) throw new MalformedMedia('there is no track');
  const facts = isWhole ? readFacts(bytes, whole) : null;
  const unseen = isWhole ? joinRanges(dropTracks(bytes, whole)) : [];
  const named = isWhole ? namedRanges(bytes, whole, (track) => handlerOf(bytes, track)) : null;
  for (const track of tracksOf(bytes, whole)) {
    const formats = findBox(bytes, track, ['mdia', 'minf', 'stbl', 'stsd']);
    if (formats) cleanFormats(bytes, formats, handlerOf(bytes, track));
  }
  clean(bytes, whole);
  return { start: box.start, bytes, facts, unseen, named };
}

/** In the place of each of another type: one that players skip. */
export async function dropOthers(
  file: MediaFile,
  boxes: readonly Box[],
  types: readonly string[],
): Promise<void> {
  for (const { start, content, end } of boxes.filter(({ type }) => !types.includes(type))) {
    await file.write(start + 4, Buffer.from('free', 'latin1'));
    await erase(file, content, end);
  }
}

function clean(bytes: Buffer, within: Box): void {
  keepBoxes(bytes, within, kept, (box) => {
    if (['mvhd', 'tkhd', 'mdhd'].includes(box.type)) bytes.fill(0, ...timesOf(bytes, box));
    else if (box.type === 'hdlr') eraseHandlerName(bytes, box);
    else if (box.type === 'dref') eraseLocations(bytes, box);
  });
}

/** Where a header says when it was made and changed. */
function timesOf(bytes: Buffer, { content, end }: Box): [number, number] {
  const width = bytes[content] === 1 ? 16 : 8;
  return [Math.min(content + 4, end), Math.min(content + 4 + width, end)];
}

const handlerOf = (bytes: Buffer, track: Box): string => {
  const box = findBox(bytes, track, ['mdia', 'hdlr']);
  return box ? bytes.toString('latin1', box.content + 8, box.content + 12) : '';
};

const numberOf = (bytes: Buffer, track: Box): number | null => {
  const box = findBox(bytes, track, ['tkhd']);
  return box ? bytes.readUInt32BE(box.content + (bytes[box.content] === 1 ? 20 : 12)) : null;
};

const tracksOf = (bytes: Buffer, moov: Box) =>
  boxesIn(bytes, moov.content, moov.end).filter(({ type }) => type === 'trak');

/** Where in the file the content of the dropped ones lies. */
function dropTracks(bytes: Buffer, moov: Box): Range[] {
  const tracks = tracksOf(bytes, moov);
  const chapters = new Set(tracks.flatMap((track) => chaptersOf(bytes, track)));
  const dropped = tracks.filter((each) => {
    const handler = handlerOf(bytes, each);
    return !handlers.has(handler) || (isText(handler) && chapters.has(numberOf(bytes, each)));
  });
  const budget = { samples: mostSamples };
  return dropped.flatMap((track) => {
    const { ranges } = contentOf(bytes, track, budget);
    emptyBox(bytes, track);
    return ranges;
  });
}

const isText = (handler: string) => ['text', 'sbtl', 'subt'].includes(handler);

/** The numbers of tracks that name its chapters: words that are in no picture. */
function chaptersOf(bytes: Buffer, track: Box): (number | null)[] {
  const box = findBox(bytes, track, ['tref', 'chap']);
  const count = box ? Math.floor((box.end - box.content) / 4) : 0;
  return Array.from({ length: count }, (_, n) => bytes.readUInt32BE(box!.content + n * 4));
}

function readFacts(bytes: Buffer, moov: Box): MediaFacts {
  const header = findBox(bytes, moov, ['mvhd']);
  const duration = header && durationOf(bytes, header);
  const film = tracksOf(bytes, moov).find((track) => handlerOf(bytes, track) === 'vide');
  const shown = film && findBox(bytes, film, ['tkhd']);
  if (!film) return { kind: 'audio', width: null, height: null, duration };
  return {
    kind: 'video',
    ...(shown ? sidesOf(bytes, shown) : { width: null, height: null }),
    duration,
  };
}

/** Null of one that arrives in fragments, which does not say it. */
function durationOf(bytes: Buffer, { content, end }: Box): number | null {
  const isWide = bytes[content] === 1;
  if (content + (isWide ? 32 : 20) > end) return null;
  const scale = bytes.readUInt32BE(content + (isWide ? 20 : 12));
  const units = isWide
    ? Number(bytes.readBigUInt64BE(content + 24))
    : bytes.readUInt32BE(content + 16);
  const isKnown = scale > 0 && units > 0 && units < (isWide ? 2 ** 53 : 2 ** 32 - 1);
  return isKnown ? units / scale : null;
}

/** A matrix whose first number is zero turns by a quarter. */
function sidesOf(bytes: Buffer, { content, end }: Box) {
  const matrix = content + (bytes[content] === 1 ? 52 : 40);
  if (matrix + 44 > end) return { width: null, height: null };
  const side = (at: number) => Math.round(bytes.readUInt32BE(at) / 65_536) || null;
  const [width, height] = [side(matrix + 36), side(matrix + 40)];
  return bytes.readInt32BE(matrix) === 0 ? { width: height, height: width } : { width, height };
}
