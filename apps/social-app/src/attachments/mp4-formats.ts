import { boxesIn, emptyBox, leadingBoxes, type Box } from './mp4-boxes.js';

// How the samples of a track are encoded (ISO/IEC 14496-12, 8.5.2; QuickTime File Format, "Sample description atoms"). Decoders
// need nearly all of it; beside that, cameras say there who made them.

/** In an entry of pictures: bytes before the name of the encoder, and before the boxes behind it. */
const [nameAt, nameLength, pictureBoxesAt] = [42, 32, 78] as const;
/** In one of time codes: bytes before the boxes. */
const timeBoxesAt = 26;
/** Reserved in MP4, and who made it in QuickTime. */
const [makerAt, makerLength] = [12, 4] as const;
/** Other boxes are for decoders. */
const words: ReadonlySet<string> = new Set(['uuid', 'udta', 'meta', 'name', 'free', 'skip']);

/** Empties what is not for a decoder in each entry of a track of this kind. */
export function cleanFormats(bytes: Buffer, formats: Box, handler: string): void {
  const isPicture = handler === 'vide' || handler === 'pict';
  const boxesAt = isPicture ? pictureBoxesAt : handler === 'tmcd' ? timeBoxesAt : null;
  // Behind version, flags, and how many there are.
  for (const { content, end } of boxesIn(bytes, formats.content + 8, formats.end)) {
    const empty = (at: number, length: number) =>
      bytes.fill(0, Math.min(content + at, end), Math.min(content + at + length, end));
    if (isPicture || handler === 'soun') empty(makerAt, makerLength);
    if (isPicture) empty(nameAt, nameLength);
    // In an old film colours may come first, which are no boxes.
    for (const box of boxesAt === null ? [] : leadingBoxes(bytes, content + boxesAt, end))
      if (words.has(box.type)) emptyBox(bytes, box);
  }
}
