import type { RefObject } from 'react';
import { afterPainted } from '../ui/after-painted.js';

/** Pixels: a line of a message with what stands below it. Less may be no more than the time at which it was sent. */
const leastSeen = 48;
/** Of a pixel, between two roundings. */
const rounding = 1;

/** None below a dialog over all else: a picture, for one. */
const rowsOf = (frame: HTMLElement) =>
  frame.closest('[inert]') ? [] : [...frame.querySelectorAll<HTMLElement>('[data-row]')];

/** A list hides a row until it has measured it. */
const isDrawn = (row: HTMLElement) => getComputedStyle(row).visibility !== 'hidden';

function isInSight(frame: HTMLElement, key: string): boolean {
  const row = rowsOf(frame).find(({ dataset }) => dataset['row'] === key);
  if (!row || !isDrawn(row)) return false;
  const [sight, place] = [frame.getBoundingClientRect(), row.getBoundingClientRect()];
  const seen = Math.min(place.bottom, sight.bottom) - Math.max(place.top, sight.top);
  return seen + rounding >= Math.min(place.height, leastSeen);
}

/** The keys of the rows of which the end is in sight; of a long one all has been by then. */
export function endsInSight(frame: HTMLElement): ReadonlySet<string> {
  const sight = frame.getBoundingClientRect();
  const rows = rowsOf(frame).filter((row) => {
    const { bottom } = row.getBoundingClientRect();
    return bottom > sight.top && bottom <= sight.bottom + rounding && isDrawn(row);
  });
  return new Set(rows.map(({ dataset }) => dataset['row'] ?? ''));
}

const againAfterMs = 100;

/**
 * Calls back once a row of the frame is painted in sight; returns a function that calls that off. On a busy device a row
 * that has been drawn is scrolled to some frames later, and one that is out of sight when somebody goes there.
 */
export function whenInSight(
  frame: RefObject<HTMLElement | null>,
  key: string,
  seen: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (frame.current && isInSight(frame.current, key)) seen();
    else timer = setTimeout(() => (callOff = afterPainted(look)), againAfterMs);
  };
  let callOff = afterPainted(look);
  return () => {
    clearTimeout(timer);
    callOff();
  };
}
