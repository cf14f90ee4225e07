import { MalformedMedia } from './media-file.js';
import { findBox, type Box } from './mp4-boxes.js';

/** First byte, and the one after the last, in the file. */
export type Range = readonly [start: number, end: number];

/** Apart from one another: each is a write of its own. */
const mostRanges = 20_000;

/**
 * Where the content of a track lies, by the tables of the track.
 *
 * @param budget samples that all tracks may have together, of which those of this one are taken
 */
export function sampleRanges(moov: Buffer, track: Box, budget: { samples: number }): Range[] {
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
    // A chunk costs as well, also one of no samples.
    budget.samples -= Math.max(1, count);
    if (budget.samples < 0) throw new MalformedMedia('there are too many samples');
    const start = chunks ? moov.readUInt32BE(at) : Number(moov.readBigUInt64BE(at));
    let length = 0;
    for (let n = 0; n < count; n += 1) length += sizeOf(sample + n);
    sample += count;
    ranges.push([start, start + length]);
  }
  return ranges;
}

/** The same bytes, each once: tables may name some again and again. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: [start: number, end: number][] = [];
  for (const [start, end] of [...ranges].sort(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  if (joined.length > mostRanges) throw new MalformedMedia('a track is in too many pieces');
  return joined;
}

/** What of the ones is in none of the others. */
export function rangesWithout(ranges: readonly Range[], others: readonly Range[]): Range[] {
  const kept = joinRanges(others);
  let next = 0;
  return joinRanges(ranges).flatMap(([start, end]) => {
    const parts: Range[] = [];
    let at = start;
    while (next < kept.length && kept[next]![1] <= at) next += 1;
    for (let n = next; n < kept.length && kept[n]![0] < end; n += 1) {
      if (kept[n]![0] > at) parts.push([at, kept[n]![0]]);
      at = Math.max(at, kept[n]![1]);
    }
    return at < end ? [...parts, [at, end] as const] : parts;
  });
}

/** Positions of the entries of a table, whose count is behind version and flags. */
function readAll(moov: Buffer, { content, end }: Box, at: number, width: number): number[] {
  const count = content + at + 4 <= end ? moov.readUInt32BE(content + at) : 0;
  const first = content + at + 4;
  if (first + count * width > end) throw new MalformedMedia('a table is longer than its box');
  return Array.from({ length: count }, (_, n) => first + n * width);
}

function sizeReader(moov: Buffer, { content, end }: Box): (sample: number) => number {
  if (content + 12 > end) throw new MalformedMedia('a table is longer than its box');
  const same = moov.readUInt32BE(content + 4);
  if (same > 0) return () => same;
  const positions = readAll(moov, { content, end, start: content, type: 'stsz' }, 8, 4);
  return (sample) => (positions[sample] === undefined ? 0 : moov.readUInt32BE(positions[sample]));
}
