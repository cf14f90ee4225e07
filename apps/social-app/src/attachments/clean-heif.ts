import { cleanTable } from './clean-mp4.js';
import { extentsIn, itemTypesIn, type Extent } from './heif-items.js';
import { erase, MalformedMedia, readFully, type MediaFile } from './media-file.js';
import {
  boxesIn,
  countBoxes,
  eraseHandlerName,
  keepBoxes,
  longestHeader,
  readBox,
  type Box,
} from './mp4-boxes.js';
import { joinRanges, type Range } from './mp4-samples.js';

// Pictures of phones: HEIC, and AVIF (ISO/IEC 23008-12 over 14496-12). No decoder here reads them, so they stay as they were
// sent, but for what they hold beside the picture: items of other types, such as Exif with the place, and boxes of other makers.

const kept: Readonly<Record<string, readonly string[]>> = {
  file: ['ftyp', 'meta', 'mdat', 'moov'],
  meta: ['hdlr', 'pitm', 'iloc', 'iinf', 'iprp', 'iref', 'dinf', 'grpl', 'idat'],
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

/**
 * Takes away what the file holds beside its pictures, where it lies.
 *
 * @throws MalformedMedia when it cannot be told where that is
 */
export async function cleanHeif(file: MediaFile): Promise<void> {
  const boxes = await boxesOf(file);
  const data = boxes.filter(({ type }) => type === 'mdat');
  const [meta, other] = boxes.filter(({ type }) => type === 'meta');
  if (!meta || other) throw new MalformedMedia('there is no one list of items');
  const { bytes, unseen } = await cleanMeta(file, meta, data);
  for (const table of boxes.filter(({ type }) => type === 'moov'))
    unseen.push(...(await cleanTable(file, table)).unseen);
  await file.write(meta.start, bytes);
  for (const { start, content, end } of boxes.filter(({ type }) => !kept['file']!.includes(type))) {
    await file.write(start + 4, Buffer.from('free', 'latin1'));
    unseen.push([content, end]);
  }
  for (const [start, end] of joinRanges(unseen)) await erase(file, start, end);
}

async function boxesOf(file: MediaFile): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at < file.size; at = boxes.at(-1)!.end) {
    boxes.push(readBox(await file.read(at, longestHeader), 0, at, file.size));
    if (boxes.length > mostBoxes) throw new MalformedMedia('there are too many boxes');
  }
  return boxes;
}

/** What the list of items is to be, and where in the file that lies which is not shown. */
async function cleanMeta(file: MediaFile, box: Box, data: readonly Box[]) {
  if (box.end - box.start > mostMeta) throw new MalformedMedia('the list of items is too long');
  const bytes = await readFully(file, box.start, box.end - box.start);
  const whole = readBox(bytes, 0, 0, bytes.length);
  // Behind its version and flags.
  const meta = { ...whole, content: whole.content + 4 };
  countBoxes(bytes, meta, (type) => type in kept);
  const types = itemTypesIn(bytes, meta);
  const hidden = extentsIn(bytes, meta).filter(
    ({ item }) => !shownItems.has(types.get(item) ?? ''),
  );
  const inside = hidden.filter(({ isInside }) => isInside);
  const idat = boxesIn(bytes, meta.content, meta.end).find(({ type }) => type === 'idat');
  const within = inside.map((extent) => rangeWithin(extent, idat ? [idat] : []));
  for (const range of joinRanges(within)) bytes.fill(0, ...range);
  keepBoxes(bytes, meta, kept, (box) => {
    if (box.type === 'hdlr') eraseHandlerName(bytes, box);
  });
  const outside = hidden.filter(({ isInside }) => !isInside);
  return { bytes, unseen: outside.map((extent) => rangeWithin(extent, data)) };
}

/** @throws MalformedMedia for what is in none of the boxes: it may be anything */
function rangeWithin({ start, end, isInside }: Extent, boxes: readonly Box[]): Range {
  const from = isInside ? (boxes[0]?.content ?? 0) : 0;
  const range = [from + start, from + end] as const;
  const isWithin = ({ content, end: last }: Box) => range[0] >= content && range[1] <= last;
  if (!boxes.some(isWithin)) throw new MalformedMedia('an item lies outside of the data');
  return range;
}
