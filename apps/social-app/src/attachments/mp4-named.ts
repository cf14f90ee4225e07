import { isMalformed } from './media-file.js';
import { boxesIn, findBox, type Box } from './mp4-boxes.js';
import { contentOf, joinRanges, type Range } from './mp4-samples.js';

/** Of all tracks together: pictures and sound of four hours are half of that. */
const mostSamples = 2_000_000;
/** Lengths of samples in another way, and what belongs to samples and lies elsewhere. */
const otherPlaces = ['stz2', 'saiz', 'saio'];

/**
 * Where the tracks of a film lie in the file. Between them cameras of cars write where they were, which no track names.
 *
 * @param handlerOf tells the kind of a track
 * @returns null where it cannot be told for certain: what is shown must not be taken for what is not
 */
export function namedRanges(
  moov: Buffer,
  whole: Box,
  handlerOf: (track: Box) => string,
): readonly Range[] | null {
  try {
    return rangesOfTracks(moov, whole, handlerOf);
  } catch (error) {
    // What the tables say beside that can still be cleaned.
    if (isMalformed(error)) return null;
    throw error;
  }
}

function rangesOfTracks(
  moov: Buffer,
  whole: Box,
  handlerOf: (track: Box) => string,
): readonly Range[] | null {
  const boxes = boxesIn(moov, whole.content, whole.end);
  // More comes in fragments.
  const isFragmented = boxes.some(({ type }) => type === 'mvex');
  const budget = { samples: mostSamples };
  const tracks = boxes.filter(({ type }) => type === 'trak');
  const named = tracks.map((track) =>
    isFragmented && isEmpty(moov, track)
      ? []
      : rangesOfTrack(moov, track, handlerOf(track), budget),
  );
  if (!named.every((ranges) => ranges !== null)) return null;
  const joined = joinRanges(named.flat());
  return isFragmented || joined.some(([start, end]) => start < end) ? joined : null;
}

/** Whether all of a track is in fragments. */
function isEmpty(moov: Buffer, track: Box): boolean {
  const sizes = findBox(moov, track, ['mdia', 'minf', 'stbl', 'stsz']);
  return sizes !== null && moov.readUInt32BE(sizes.content + 8) === 0;
}

function rangesOfTrack(
  moov: Buffer,
  track: Box,
  handler: string,
  budget: { samples: number },
): readonly Range[] | null {
  const tables = findBox(moov, track, ['mdia', 'minf', 'stbl']);
  if (!tables) return null;
  const found = boxesIn(moov, tables.content, tables.end);
  if (found.some(({ type }) => otherPlaces.includes(type))) return null;
  const sizes = found.find(({ type }) => type === 'stsz');
  // In QuickTime the samples of a sound without compression have one length, which is not the one that is told.
  const isTold = !sizes || handler !== 'soun' || moov.readUInt32BE(sizes.content + 4) === 0;
  const { ranges, isExact } = contentOf(moov, track, budget);
  return isTold && isExact ? ranges : null;
}
