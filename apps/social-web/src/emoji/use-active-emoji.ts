import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { optionSelector, type ShownEmoji, type ShownGroup } from './emoji-groups.js';
import { placeAfter } from './grid-moves.js';

interface Place {
  readonly groups: readonly ShownGroup[];
  readonly index: number;
  /** By a key, which brings it into sight, and goes on with the arrows to both sides. */
  readonly isByKey: boolean;
}

/**
 * Which emoji Enter takes. The first one while somebody searches; otherwise none before a key or the pointer leads to one. The arrows
 * to both sides move the caret in the field until one up or down has begun to move among the emoji.
 */
export function useActiveEmoji(
  frame: RefObject<HTMLElement | null>,
  groups: readonly ShownGroup[],
  isSearch: boolean,
) {
  const [place, setPlace] = useState<Place | null>(null);
  const current = place?.groups === groups ? place : null;
  const index = current?.index ?? (isSearch && groups.length > 0 ? 0 : -1);
  useLayoutEffect(() => {
    const option = optionAt(frame, index);
    // Drawing two thousand of them anew would be slower than the keys.
    option?.setAttribute('aria-selected', 'true');
    return () => option?.setAttribute('aria-selected', 'false');
  }, [frame, groups, index]);
  useEffect(() => {
    if (current?.isByKey) optionAt(frame, index)?.scrollIntoView({ block: 'nearest' });
  }, [frame, current, index]);
  // What is found begins at the top.
  useLayoutEffect(() => void frame.current?.scrollTo({ top: 0 }), [frame, groups]);

  function onMoveKey(key: string): boolean {
    const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
    if (isSideways && !current) return false;
    const isMirrored = isSideways && document.documentElement.dir === 'rtl';
    const meant = isMirrored ? (key === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft') : key;
    const sizes = groups.map(({ emoji }) => emoji.length);
    const next = placeAfter(meant, index, sizes, columnsAt(frame, index));
    if (next !== undefined) setPlace({ groups, index: next, isByKey: true });
    return next !== undefined;
  }

  return {
    active: emojiAt(groups, index),
    index,
    onMoveKey,
    moveTo: (next: number) => {
      if (next !== index) setPlace({ groups, index: next, isByKey: false });
    },
  };
}

function emojiAt(groups: readonly ShownGroup[], index: number): ShownEmoji | undefined {
  return index < 0 ? undefined : groups.flatMap(({ emoji }) => emoji)[index];
}

const optionAt = (frame: RefObject<HTMLElement | null>, index: number) =>
  frame.current?.querySelectorAll<HTMLElement>(optionSelector)[index];

/** Of the group in which the place is: what is out of sight has not been laid out. */
function columnsAt(frame: RefObject<HTMLElement | null>, index: number): number {
  const grid = optionAt(frame, Math.max(index, 0))?.parentElement;
  if (!grid) return 1;
  return getComputedStyle(grid).gridTemplateColumns.split(' ').length;
}
