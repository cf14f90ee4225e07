import type { RefObject } from 'react';
import { afterPainted } from '../ui/after-painted.js';

/** Pixels: a line of a message with what stands below it. Less may be no more than the time at which it was sent. */
const leastSeen = 48;
/** Of a pixel, between two roundings. */
const rounding = 1;

function isInSight(frame: HTMLElement, key: string): boolean {
  // A dialog over all else: a picture, for one.
  if (frame.closest('[inert]')) return false;
  const rows = [...frame.querySelectorAll<HTMLElement>('[data-row]')];
  const row = rows.find(({ dataset }) => dataset['row'] === key);
  // A list hides a row until it has measured it.
  if (!row || getComputedStyle(row).visibility === 'hidden') return false;
  const [sight, place] = [frame.getBoundingClientRect(), row.getBoundingClientRect()];
  const seen = Math.min(place.bottom, sight.bottom) - Math.max(place.top, sight.top);
  return seen + rounding >= Math.min(place.height, leastSeen);
}

/** The keys of the rows of which the end is in sight; of a long one all has been by then. */
export function endsInSight(frame: HTMLElement): ReadonlySet<string> {
  if (frame.closest('[inert]')) return new Set();
  const sight = frame.getBoundingClientRect();
  const rows = [...frame.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => {
    const { bottom } = row.getBoundingClientRect();
    const isWithin = bottom > sight.top && bottom <= sight.bottom + rounding;
    return isWithin && getComputedStyle(row).visibility !== 'hidden';
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
