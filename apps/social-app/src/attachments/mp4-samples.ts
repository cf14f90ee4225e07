import { MalformedMedia } from './media-file.js';
import { findBox, type Box } from './mp4-boxes.js';

/** First byte, and the one after the last, in the file. */
export type Range = readonly [start: number, end: number];

const most = 1_000_000;

/** Where the content of a track lies, by the tables of the track. */
export function sampleRanges(moov: Buffer, track: Box): Range[] {
  const table = (name: string) => findBox(moov, track, ['mdia', 'minf', 'stbl', name]);
  const [chunks, wide, runs, sizes] = [table('stco'), table('co64'), table('stsc'), table('stsz')];
  const offsets = chunks ? readAll(moov, chunks, 4, 4) : wide ? readAll(moov, wide, 4, 8) : [];
  if (!runs || !sizes || offsets.length === 0) return [];
  const perChunk = readAll(moov, runs, 4, 12);
  const firstOf = (at: number) => moov.readUInt32BE(at);
  const sizeOf = sizeReader(moov, sizes);
  const ranges: Range[] = [];
  let [run, sample] = [0, 0];
  for (const [index, at] of offsets.entries()) {
    while (run + 1 < perChunk.length && firstOf(perChunk[run + 1]!) <= index + 1) run += 1;
    const count = perChunk[run] === undefined ? 0 : moov.readUInt32BE(perChunk[run]! + 4);
    if (sample + count > most) throw new MalformedMedia('a track has too many samples');
    const start = chunks ? moov.readUInt32BE(at) : Number(moov.readBigUInt64BE(at));
    let length = 0;
    for (let n = 0; n < count; n += 1) length += sizeOf(sample + n);
    sample += count;
    ranges.push([start, start + length]);
  }
  return ranges;
}

/** Positions of the entries of a table, whose count is behind version and flags. */
function readAll(moov: Buffer, { content, end }: Box, at: number, width: number): number[] {
  const count = content + at + 4 <= end ? moov.readUInt32BE(content + at) : 0;
  const first = content + at + 4;
  if (count > most || first + count * width > end)
    throw new MalformedMedia('a table is longer than its box');
  return Array.from({ length: count }, (_, n) => first + n * width);
}

function sizeReader(moov: Buffer, { content, end }: Box): (sample: number) => number {
  if (content + 12 > end) throw new MalformedMedia('a table is longer than its box');
  const same = moov.readUInt32BE(content + 4);
  if (same > 0) return () => same;
  const positions = readAll(moov, { content, end, start: content, type: 'stsz' }, 8, 4);
  return (sample) => (positions[sample] === undefined ? 0 : moov.readUInt32BE(positions[sample]));
}
