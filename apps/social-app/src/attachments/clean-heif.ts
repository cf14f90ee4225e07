import { dropOthers, readTable, type CleanTable } from './clean-mp4.js';
import { extentsIn, itemTypesIn, type Extent } from './heif-items.js';
import { wordsInParts } from './jpeg-words.js';
import { erase, MalformedMedia, readFully, type MediaFile } from './media-file.js';
import {
  boxesIn,
  boxesOfFile,
  countBoxes,
  eraseHandlerName,
  eraseLocations,
  keepBoxes,
  readBox,
  type Box,
} from './mp4-boxes.js';
import { rangeOfBox, rangesWithout, type Range } from './mp4-samples.js';

// Pictures of phones: HEIC, and AVIF (ISO/IEC 23008-12 over 14496-12). No decoder here reads them, so they stay as they were
// sent, but for what they hold beside the picture: items of other types, such as Exif with the place, and boxes of other makers.

const kept: Readonly<Record<string, readonly string[]>> = {
  file: ['ftyp', 'meta', 'mdat', 'moov'],
  meta: ['hdlr', 'pitm', 'iloc', 'iinf', 'iprp', 'iref', 'dinf', 'grpl', 'idat'],
  dinf: ['dref'],
  iprp: ['ipco', 'ipma'],
  // An association is by position: what is emptied keeps its place.
  ipco: [
    ...['ispe', 'pixi', 'hvcC', 'lhvC', 'av1C', 'avcC', 'vvcC', 'jpgC', 'j2kH', 'uncC', 'cmpd'],
    ...['colr', 'irot', 'imir', 'clap', 'pasp', 'rloc', 'auxC', 'lsel', 'a1op', 'a1lx', 'tols'],
    ...['clli', 'mdcv', 'cclv', 'amve', 'ndwt', 'oinf', 'iscl', 'free'],
  ],
};
/** Pictures, and what puts several together. */
const shownItems: ReadonlySet<string> = new Set([
  ...['hvc1', 'hev1', 'lhv1', 'av01', 'avc1', 'vvc1', 'jpeg', 'j2k1', 'unci', 'mski'],
  ...['grid', 'iovl', 'iden', 'tmap'],
]);
/** Bytes; without the pictures themselves. */
const mostMeta = 4 * 1024 * 1024;
const mostBoxes = 1000;
/** Of all JPEGs together, which are read as a whole: small pictures of the large one. */
const mostJpeg = 32 * 1024 * 1024;
const mostParts = 100;

/**
 * Takes away what the file holds beside its pictures, where it lies.
 *
 * @throws MalformedMedia when it cannot be told where that is
 */
export async function cleanHeif(file: MediaFile): Promise<void> {
  const { boxes, end } = await boxesOfFile(file, mostBoxes);
  const data = boxes.filter(({ type }) => type === 'mdat');
  const [meta, other] = boxes.filter(({ type }) => type === 'meta');
  if (!meta || other) throw new MalformedMedia('there is no one list of items');
  const { bytes, shown, hidden, words } = await cleanMeta(file, meta, data);
  const tables: CleanTable[] = [];
  for (const box of boxes.filter(({ type }) => type === 'moov'))
    tables.push(await readTable(file, box));
  // Of pictures in a row the data has what the table names, as well.
  const isStill = tables.length === 0;
  const beside = isStill ? data.map(rangeOfBox) : hidden;
  const unseen = [...beside, ...tables.flatMap((table) => table.unseen)];
  await file.write(meta.start, bytes);
  for (const table of tables) await file.write(table.start, table.bytes);
  for (const [start, last] of [...rangesWithout(unseen, shown), ...words])
    await erase(file, start, last);
  await dropOthers(file, boxes, kept['file']!);
  await erase(file, end, file.size);
}

/** What the list of items is to be, and where in the file that lies which is shown, and which is not. */
async function cleanMeta(file: MediaFile, box: Box, data: readonly Box[]) {
  if (box.end - box.start > mostMeta) throw new MalformedMedia('the list of items is too long');
  const bytes = await readFully(file, box.start, box.end - box.start);
  const whole = readBox(bytes, 0, 0, bytes.length);
  // Behind its version and flags.
  const meta = { ...whole, content: whole.content + 4 };
  countBoxes(bytes, meta, (type) => type in kept);
  const types = itemTypesIn(bytes, meta);
  const extents = extentsIn(bytes, meta);
  const isShown = ({ item }: Extent) => shownItems.has(types.get(item) ?? '');
  if (extents.some((each) => isShown(each) && !['file', 'list'].includes(each.within)))
    throw new MalformedMedia('a picture has no place of its own');
  const idats = boxesIn(bytes, meta.content, meta.end).filter(({ type }) => type === 'idat');
  const inList = extents.filter(({ within }) => within === 'list');
  const first = idats[0]?.content ?? 0;
  const rangeInList = (each: Extent) => rangeOf({ ...each, start: first + each.start }, idats);
  const unseen = [...inList.map(rangeInList), ...idats.map(rangeOfBox)];
  const seen = inList.filter(isShown).map(rangeInList);
  const isJpeg = ({ item }: Extent) => types.get(item) === 'jpeg';
  for (const parts of partsOf(inList.filter(isJpeg), rangeInList)) {
    const jpeg = Buffer.concat(parts.map(([start, end]) => bytes.subarray(start, end)));
    for (const range of wordsInParts(jpeg, parts)) bytes.fill(0, ...range);
  }
  for (const range of rangesWithout(unseen, seen)) bytes.fill(0, ...range);
  keepBoxes(bytes, meta, kept, (each) => {
    if (each.type === 'hdlr') eraseHandlerName(bytes, each);
    else if (each.type === 'dref') eraseLocations(bytes, each);
  });
  const inFile = extents.filter(({ within }) => within === 'file');
  const [shown, hidden] = [true, false].map((wanted) =>
    inFile.filter((each) => isShown(each) === wanted).map((each) => rangeOf(each, data)),
  ) as [Range[], Range[]];
  const words: Range[] = [];
  let left = mostJpeg;
  for (const parts of partsOf(inFile.filter(isJpeg), (each) => rangeOf(each, data))) {
    left -= parts.reduce((sum, [start, end]) => sum + end - start, 0);
    if (left < 0) throw new MalformedMedia('there are too many small pictures');
    const jpeg: Buffer[] = [];
    for (const [start, end] of parts) jpeg.push(await readFully(file, start, end - start));
    words.push(...wordsInParts(Buffer.concat(jpeg), parts));
  }
  return { bytes, shown, hidden, words };
}

/** Where each of these items lies: in one part, or in several. */
function partsOf(extents: readonly Extent[], rangeOf: (each: Extent) => Range): Range[][] {
  const items = new Map<number, Range[]>();
  for (const each of extents) {
    const parts = items.get(each.item) ?? [];
    parts.push(rangeOf(each));
    if (parts.length > mostParts) throw new MalformedMedia('a small picture is in too many parts');
    items.set(each.item, parts);
  }
  return [...items.values()];
}

/** @throws MalformedMedia for what is in none of the boxes: it may be anything */
function rangeOf({ start, length }: Extent, boxes: readonly Box[]): Range {
  const box = boxes.find(({ content, end }) => start >= content && start + length <= end);
  if (!box) throw new MalformedMedia('an item lies outside of the data');
  return [start, length === 0 ? box.end : start + length];
}
