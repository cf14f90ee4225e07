import { MalformedMedia } from './media-file.js';
import { findBox, type Box } from './mp4-boxes.js';

/** First byte, and the one after the last, in the file. */
export type Range = readonly [start: number, end: number];

export const rangeOfBox = ({ content, end }: Box): Range => [content, end];

/** Apart from one another: each is a write of its own. */
const mostRanges = 20_000;

/** Where the content of a track lies. */
export interface TrackContent {
  readonly ranges: readonly Range[];
  /** Whether the tables agree on how many samples there are, and tell the length of each. */
  readonly isExact: boolean;
}

/**
 * Where the content of a track lies, by the tables of the track (ISO/IEC 14496-12, 8.7).
 *
 * @param budget samples that all tracks may have together, of which those of this one are taken
 */
export function contentOf(moov: Buffer, track: Box, budget: { samples: number }): TrackContent {
  const table = (name: string) => findBox(moov, track, ['mdia', 'minf', 'stbl', name]);
  const [chunks, wide, runs, sizes] = [table('stco'), table('co64'), table('stsc'), table('stsz')];
  const offsets = chunks ? entriesOf(moov, chunks, 4, 4) : wide && entriesOf(moov, wide, 4, 8);
  if (!runs || !sizes || !offsets || offsets.count === 0) return { ranges: [], isExact: false };
  const perChunk = entriesOf(moov, runs, 4, 12);
  const firstOf = (run: number) => moov.readUInt32BE(perChunk.at(run));
  const { sizeOf, count: samples } = sizesIn(moov, sizes);
  const ranges: Range[] = [];
  let [run, sample] = [0, 0];
  for (let index = 0; index < offsets.count; index += 1) {
    while (run + 1 < perChunk.count && firstOf(run + 1) <= index + 1) run += 1;
    const count = run < perChunk.count ? moov.readUInt32BE(perChunk.at(run) + 4) : 0;
    // A chunk costs as well, also one of no samples.
    budget.samples -= Math.max(1, count);
    if (budget.samples < 0) throw new MalformedMedia('there are too many samples');
    const at = offsets.at(index);
    const start = chunks ? moov.readUInt32BE(at) : Number(moov.readBigUInt64BE(at));
    let length = 0;
    for (let n = 0; n < count; n += 1) length += sizeOf(sample + n);
    sample += count;
    ranges.push([start, start + length]);
  }
  return { ranges, isExact: sample === samples };
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

interface Entries {
  readonly count: number;
  /** The position of one of them. */
  readonly at: (index: number) => number;
}

/** The entries of a table, whose count is so far behind version and flags. */
function entriesOf(moov: Buffer, { content, end }: Box, behind: number, width: number): Entries {
  const first = content + behind + 4;
  const count = first <= end ? moov.readUInt32BE(first - 4) : 0;
  if (first + count * width > end) throw new MalformedMedia('a table is longer than its box');
  return { count, at: (index) => first + index * width };
}

function sizesIn(moov: Buffer, box: Box) {
  const { content, end } = box;
  if (content + 12 > end) throw new MalformedMedia('a table is longer than its box');
  const same = moov.readUInt32BE(content + 4);
  if (same > 0) return { count: moov.readUInt32BE(content + 8), sizeOf: () => same };
  const { count, at } = entriesOf(moov, box, 8, 4);
  const sizeOf = (sample: number) => (sample < count ? moov.readUInt32BE(at(sample)) : 0);
  return { count, sizeOf };
}
