import { MalformedMedia, type MediaFile } from './media-file.js';

/** A part of a film: what it is, and where its content is within the bytes around it. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

/** The longest header: a size of 64 bits behind the type. */
export const longestHeader = 16;

/** Of a table of contents: each track of a film has some twenty. */
const mostBoxes = 10_000;

/** The box whose header is at `at` of these bytes; `offset` is where they are in the file, `end` where what is around it ends. */
export function readBox(bytes: Buffer, at: number, offset: number, end: number): Box {
  const box = boxAt(bytes, at, offset, end);
  if (!box) throw new MalformedMedia('a box has no header');
  if (box.end > end) throw new MalformedMedia('a box is longer than what is around it');
  return box;
}

/** The same; null where there is none. It may be longer than what is around it. */
function boxAt(bytes: Buffer, at: number, offset: number, end: number): Box | null {
  if (at + 8 > bytes.length) return null;
  const type = bytes.toString('latin1', at + 4, at + 8);
  const short = bytes.readUInt32BE(at);
  if (short === 1 && at + longestHeader > bytes.length) return null;
  const start = offset + at;
  const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short || end - start;
  const content = start + (short === 1 ? longestHeader : 8);
  return start + length < content ? null : { type, start, content, end: start + length };
}

/**
 * The boxes of a file, and where they end. Cameras write behind them what is no box, such as the place and the number of the device.
 *
 * @throws MalformedMedia when there are more than `most`
 */
export async function boxesOfFile(
  file: MediaFile,
  most: number,
): Promise<{ readonly boxes: readonly Box[]; readonly end: number }> {
  const boxes: Box[] = [];
  for (let at = 0; ; at = boxes.at(-1)!.end) {
    const box = boxAt(await file.read(at, longestHeader), 0, at, file.size);
    // What was cut off was in the middle of the pictures.
    const isCut = box !== null && box.end > file.size && box.type === 'mdat';
    if (!box || (box.end > file.size && !isCut)) return { boxes, end: at };
    boxes.push(isCut ? { ...box, end: file.size } : box);
    if (boxes.length > most) throw new MalformedMedia('there are too many boxes');
  }
}

/** The boxes within a part of the bytes. */
export function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; at = boxes.at(-1)!.end) {
    boxes.push(readBox(bytes.subarray(0, end), at, 0, end));
    if (boxes.length > mostBoxes) throw new MalformedMedia('there are too many boxes');
  }
  return boxes;
}

/** The same, up to where there is none. */
export function leadingBoxes(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; boxes.length < mostBoxes; at = boxes.at(-1)!.end) {
    const box = boxAt(bytes.subarray(0, end), at, 0, end);
    if (!box || box.end > end) break;
    boxes.push(box);
  }
  return boxes;
}

/**
 * Reads all boxes of a table of contents, however deep, without keeping any.
 *
 * @param enters whether a box of this type has boxes within
 * @returns how many there are
 * @throws MalformedMedia when there are more than any film has: each is read several times
 */
export function countBoxes(bytes: Buffer, within: Box, enters: (type: string) => boolean): number {
  let count = 0;
  const open = [within];
  for (let box = open.pop(); box; box = open.pop()) {
    const found = boxesIn(bytes, box.content, box.end);
    count += found.length;
    if (count > mostBoxes) throw new MalformedMedia('there are too many boxes');
    open.push(...found.filter(({ type }) => enters(type)));
  }
  return count;
}

/** The first box that a path of types leads to. */
export function findBox(bytes: Buffer, within: Box, path: readonly string[]): Box | null {
  const [type, ...rest] = path;
  if (type === undefined) return within;
  const found = boxesIn(bytes, within.content, within.end).find((box) => box.type === type);
  return found ? findBox(bytes, found, rest) : null;
}

/**
 * Empties what is not needed, however deep, and what lies behind the last box.
 *
 * @param kept by the type of a box: the types of those within it that stay
 * @param scrub gets each that stays and has none within
 */
export function keepBoxes(
  bytes: Buffer,
  within: Box,
  kept: Readonly<Record<string, readonly string[]>>,
  scrub: (box: Box) => void,
): void {
  let last = within.content;
  for (const box of boxesIn(bytes, within.content, within.end)) {
    last = box.end;
    if (!kept[within.type]!.includes(box.type)) emptyBox(bytes, box);
    else if (kept[box.type]) keepBoxes(bytes, box, kept, scrub);
    else scrub(box);
  }
  bytes.fill(0, last, within.end);
}

/** What wrote it: often the maker of the device, in QuickTime also by four letters. */
export function eraseHandlerName(bytes: Buffer, { content, end }: Box): void {
  bytes.fill(0, Math.min(content + 12, end), end);
}

/** Where the data lies: an old program may have written there the path of the file, on whose disk. */
export function eraseLocations(bytes: Buffer, { content, end }: Box): void {
  for (const entry of boxesIn(bytes, content + 8, end))
    // Behind version and flags: in this file.
    bytes.fill(0, Math.min(entry.content + 4, entry.end), entry.end);
}

/** In place of a box: one that players skip, without content. */
export function emptyBox(bytes: Buffer, { start, content, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, content, end);
}
