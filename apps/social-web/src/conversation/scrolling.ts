import { useEffect, useLayoutEffect, useRef, useState, type RefObject, type UIEvent } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Row } from './timeline.js';

/** Pixels from an edge: within the first the end counts as reached, within the second the next page is fetched. */
const endWithin = 48;
const fetchWithin = 800;

interface Pages {
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchPreviousPage: () => unknown;
  readonly fetchNextPage: () => unknown;
}

/**
 * The scroll position: stays at the end while the reader is there, stays at the same message when older ones are added
 * above, and fetches pages before an edge is reached.
 */
export function useScrolling(
  frame: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  pages: Pages,
  around: number | null,
  onNewest: () => void,
) {
  const list = useRef<VirtualizerHandle>(null);
  const { isAtEnd, measure, keepEnd } = useEnd(frame);
  const isPrepending = useGrowsAbove(rows);
  /** The last row at the time of the first scroll; undefined before it, and while there is none. */
  const startedAt = useRef<string>(undefined);
  const lastKey = rows.at(-1)?.key;

  function scrollToEnd(): void {
    keepEnd();
    list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  }

  useLayoutEffect(() => {
    const isStarted = startedAt.current !== undefined;
    // A message of one's own may have been the only row, and has left before the history is there.
    if (!isStarted || lastKey === undefined) startedAt.current = lastKey;
    if (isStarted || lastKey === undefined) return;
    const target = rows.findIndex((row) => row.kind === 'message' && row.message.seq === around);
    const unread = rows.findIndex(({ kind }) => kind === 'new');
    if (target >= 0) list.current?.scrollToIndex(target, { align: 'center' });
    else if (unread >= 0) list.current?.scrollToIndex(unread, { align: 'start' });
    else scrollToEnd();
  });

  const isOwn = rows.at(-1)?.kind === 'pending';
  useEffect(() => {
    if (lastKey === startedAt.current) return;
    // An own message is shown at the end, wherever the reader was.
    if (isOwn && pages.hasNextPage) onNewest();
    else if (isAtEnd || isOwn) scrollToEnd();
    // Only a new last row scrolls.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lastKey]);

  const fetchNear = useNearPages(pages);
  const { isFetching } = pages;
  useEffect(() => {
    // At an edge no further scroll event would repeat a fetch that was skipped.
    if (!isFetching && frame.current) fetchNear(frame.current, { onlySkipped: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFetching]);

  function onScroll({ currentTarget: element }: UIEvent<HTMLElement>): void {
    measure(element);
    fetchNear(element);
  }

  function toEnd(): void {
    if (pages.hasNextPage) onNewest();
    else scrollToEnd();
  }

  const toNew = () => void (scrollToMark(list.current, rows) || toEnd());

  return { list, isAtEnd, isPrepending, onScroll, toEnd, toNew };
}

/** Scrolls to where what is new begins. False if the reader is past that, or there is no such place. */
function scrollToMark(list: VirtualizerHandle | null, rows: readonly Row[]): boolean {
  const mark = rows.findIndex(({ kind }) => kind === 'new');
  if (!list || mark < 0 || list.getItemOffset(mark) <= list.scrollOffset + 1) return false;
  list.scrollToIndex(mark, { align: 'start' });
  return true;
}

/** Fetches the page beyond a near edge. While another page is being fetched it is skipped, and made up for later. */
function useNearPages(pages: Pages) {
  const isSkipped = useRef(false);
  return (element: HTMLElement, { onlySkipped = false } = {}) => {
    if (onlySkipped && !isSkipped.current) return;
    isSkipped.current = pages.isFetching;
    if (pages.isFetching) return;
    const below = belowOf(element);
    if (element.scrollTop < fetchWithin && pages.hasPreviousPage) void pages.fetchPreviousPage();
    else if (below < fetchWithin && pages.hasNextPage) void pages.fetchNextPage();
  };
}

/** Pixels of the content below the frame. */
function belowOf({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop;
}

/**
 * Milliseconds after a change of height in which only the reader leaves the end: the virtual list may still carry out a scroll
 * to where the end was before.
 */
const settlingMs = 500;
const readersOwn = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Whether the end is on the screen. After the first scroll to it, it also stays there when a row or the frame changes
 * its height.
 */
function useEnd(frame: RefObject<HTMLElement | null>) {
  const [isAtEnd, setAtEnd] = useState(false);
  const wasAtEnd = useRef(false);
  const isKept = useRef(false);
  const settlesUntil = useRef(0);

  function measure(element: HTMLElement): void {
    const isThere = belowOf(element) < endWithin;
    // Another scroll event follows.
    if (!isThere && wasAtEnd.current && Date.now() < settlesUntil.current)
      return void (element.scrollTop = element.scrollHeight);
    wasAtEnd.current = isThere;
    setAtEnd(isThere);
  }

  function keepEnd(): void {
    isKept.current = true;
    // Rows may be measured before the scroll to the end has happened; they must not undo it.
    wasAtEnd.current = true;
    settlesUntil.current = Date.now() + settlingMs;
  }

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (isKept.current && wasAtEnd.current) {
        element.scrollTop = element.scrollHeight;
        settlesUntil.current = Date.now() + settlingMs;
      }
      measure(element);
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    const onInput = () => void (settlesUntil.current = 0);
    for (const type of readersOwn) element.addEventListener(type, onInput, { passive: true });
    return () => {
      observer.disconnect();
      for (const type of readersOwn) element.removeEventListener(type, onInput);
    };
  }, [frame]);

  return { isAtEnd, measure, keepEnd };
}

/** Whether the last change added rows above, which the virtual list has to know to keep its position. */
function useGrowsAbove(rows: readonly Row[]): boolean {
  // A mark may stay the first row while messages are added below it.
  const first = rows.find(({ kind }) => kind === 'message')?.key;
  const last = rows.at(-1)?.key;
  const [seen, setSeen] = useState({ first, last, growsAbove: false });
  if (first !== seen.first || last !== seen.last) {
    const growsAbove = seen.first !== undefined && first !== seen.first && last === seen.last;
    setSeen({ first, last, growsAbove });
  }
  return seen.growsAbove;
}
