import type { RefObject } from 'react';
import { afterPainted } from '../ui/after-painted.js';
import { endWithin } from './scroll-anchor.js';

function isInSight(frame: HTMLElement, key: string): boolean {
  // A dialog over all else: a picture, for one.
  if (frame.closest('[inert]')) return false;
  const rows = [...frame.querySelectorAll<HTMLElement>('[data-row]')];
  const row = rows.find(({ dataset }) => dataset['row'] === key);
  // A list hides a row until it has measured it.
  if (!row || getComputedStyle(row).visibility === 'hidden') return false;
  const [sight, { top, bottom }] = [frame.getBoundingClientRect(), row.getBoundingClientRect()];
  return bottom > sight.top && top < sight.bottom + endWithin;
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
