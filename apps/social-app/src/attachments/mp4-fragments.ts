import { MalformedMedia } from './media-file.js';
import { boxesIn, emptyBox, findBox, readBox, type Box } from './mp4-boxes.js';
import type { Range } from './mp4-samples.js';

/** Of all fragments together: pictures and sound of four hours are half of that. */
const mostSamples = 2_000_000;
/** What belongs to samples and lies elsewhere. */
const otherPlaces = ['saiz', 'saio'];

/** A fragment: its table, and where that is in the file. */
export interface Fragment {
  readonly start: number;
  readonly bytes: Buffer;
}

export interface FragmentsContent {
  /** Where in the file the samples of tracks lie that stay. */
  readonly named: readonly Range[];
  /** And of those that do not. */
  readonly unseen: readonly Range[];
  /** Whether nothing else lies in the file that belongs to them. */
  readonly isAll: boolean;
}

interface Track {
  readonly defaultSize: number;
  readonly isKept: boolean;
}

/**
 * Where the samples of fragments lie (ISO/IEC 14496-12, 8.8), and what they say of other tracks is emptied.
 *
 * @param kept numbers of the tracks that stay
 * @throws MalformedMedia
 */
export function contentOfFragments(
  moov: Buffer,
  kept: ReadonlySet<number>,
  fragments: readonly Fragment[],
): FragmentsContent {
  const defaults = defaultSizesIn(moov);
  const budget = { samples: mostSamples };
  const [named, unseen]: [Range[], Range[]] = [[], []];
  let isAll = true;
  for (const { start, bytes } of fragments) {
    const moof = readBox(bytes, 0, 0, bytes.length);
    let next = start;
    for (const traf of boxesIn(bytes, moof.content, moof.end)) {
      if (traf.type !== 'traf') continue;
      const header = findBox(bytes, traf, ['tfhd']);
      if (!header) throw new MalformedMedia('a fragment has no track');
      const id = bytes.readUInt32BE(header.content + 4);
      const track = { defaultSize: defaults.get(id) ?? 0, isKept: kept.has(id) };
      const ranges = rangesOfRuns(bytes, traf, header, track, { start, next }, budget);
      next = ranges.at(-1)?.[1] ?? next;
      (track.isKept ? named : unseen).push(...ranges);
      const boxes = boxesIn(bytes, traf.content, traf.end);
      if (boxes.some(({ type }) => otherPlaces.includes(type))) isAll = false;
      if (!track.isKept) emptyBox(bytes, traf);
    }
  }
  return { named, unseen, isAll };
}

/** By the number of a track. */
function defaultSizesIn(moov: Buffer): ReadonlyMap<number, number> {
  const extended = findBox(moov, readBox(moov, 0, 0, moov.length), ['mvex']);
  const found = extended ? boxesIn(moov, extended.content, extended.end) : [];
  return new Map(
    found
      .filter(({ type, content, end }) => type === 'trex' && content + 20 <= end)
      .map(({ content }) => [moov.readUInt32BE(content + 4), moov.readUInt32BE(content + 16)]),
  );
}

function rangesOfRuns(
  bytes: Buffer,
  traf: Box,
  header: Box,
  { defaultSize }: Track,
  from: { readonly start: number; readonly next: number },
  budget: { samples: number },
): Range[] {
  const { base, size } = readHeader(bytes, header, from);
  const ranges: Range[] = [];
  let at = base;
  for (const run of boxesIn(bytes, traf.content, traf.end)) {
    if (run.type !== 'trun') continue;
    const flags = bytes.readUIntBE(run.content + 1, 3);
    const count = bytes.readUInt32BE(run.content + 4);
    budget.samples -= Math.max(1, count);
    if (budget.samples < 0) throw new MalformedMedia('there are too many samples');
    if (flags & 0x1) at = base + bytes.readInt32BE(run.content + 8);
    if (at < 0) throw new MalformedMedia('a run lies before the file');
    const first = run.content + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
    const width = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
    if (first + count * width > run.end) throw new MalformedMedia('a run is longer than its box');
    let length = count * (size ?? defaultSize);
    if (flags & 0x200) {
      const sizeAt = first + (flags & 0x100 ? 4 : 0);
      length = 0;
      for (let n = 0; n < count; n += 1) length += bytes.readUInt32BE(sizeAt + n * width);
    }
    ranges.push([at, at + length]);
    at += length;
  }
  return ranges;
}

/** From where offsets count, and how long a sample is. */
function readHeader(
  bytes: Buffer,
  { content }: Box,
  { start, next }: { readonly start: number; readonly next: number },
) {
  const flags = bytes.readUIntBE(content + 1, 3);
  const told = flags & 0x1 ? Number(bytes.readBigUInt64BE(content + 8)) : null;
  // Where neither is told, the data follows that of the track before it.
  const base = told ?? (flags & 0x20000 ? start : next);
  const sizeAt =
    content + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0) + (flags & 0x8 ? 4 : 0);
  return { base, size: flags & 0x10 ? bytes.readUInt32BE(sizeAt) : null };
}
