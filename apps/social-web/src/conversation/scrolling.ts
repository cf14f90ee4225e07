import { useEffect, useLayoutEffect, useRef, useState, type RefObject, type UIEvent } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Row } from './timeline.js';

/** Pixels from an edge at which one counts as being there, and the next page is fetched. */
const nearEnd = 48;
const fetchWithin = 800;

interface Pages {
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchPreviousPage: () => unknown;
  readonly fetchNextPage: () => unknown;
}

export function isMessage(row: Row, seq: number | null): boolean {
  return row.kind === 'message' && row.message.seq === seq;
}

/**
 * Where the reader is: stays at the end while they are there, stays at the same message when older ones come in above,
 * fetches pages before an edge is reached.
 */
export function useScrolling(
  frame: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  pages: Pages,
  around: number | null,
  onNewest: () => void,
) {
  const list = useRef<VirtualizerHandle>(null);
  const { isAtEnd, look, keepEnd } = useEnd(frame);
  const isPrepending = useGrowsAbove(rows);
  /** The last row when the first place was found; undefined before that. */
  const placedAt = useRef<string>(undefined);
  const lastKey = rows.at(-1)?.key;

  function scrollToEnd(): void {
    keepEnd();
    list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  }

  useLayoutEffect(() => {
    if (lastKey === undefined || placedAt.current !== undefined) return;
    placedAt.current = lastKey;
    const wanted = rows.findIndex((row) => isMessage(row, around));
    const unread = rows.findIndex(({ kind }) => kind === 'new');
    if (wanted >= 0) list.current?.scrollToIndex(wanted, { align: 'center' });
    else if (unread >= 0) list.current?.scrollToIndex(unread, { align: 'start' });
    else scrollToEnd();
  });

  const isOwn = rows.at(-1)?.kind === 'departure';
  useEffect(() => {
    if (lastKey === placedAt.current) return;
    // What one writes oneself belongs to the end, wherever one was reading.
    if (isOwn && pages.hasNextPage) onNewest();
    else if (isAtEnd || isOwn) scrollToEnd();
    // Only what is new at the end moves the reader.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lastKey]);

  const fetchNear = useNearPages(pages);
  const { isFetching } = pages;
  useEffect(() => {
    // At an edge no further scrolling would ask for what could not be fetched a moment ago.
    if (!isFetching && frame.current) fetchNear(frame.current, { onlyMissed: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFetching]);

  function onScroll({ currentTarget: element }: UIEvent<HTMLElement>): void {
    look(element);
    fetchNear(element);
  }

  function toEnd(): void {
    if (pages.hasNextPage) onNewest();
    else scrollToEnd();
  }

  return { list, isAtEnd, isPrepending, onScroll, toEnd };
}

/** Fetches the page beyond an edge that is near; what comes while another page is under way counts as missed. */
function useNearPages(pages: Pages) {
  const isMissed = useRef(false);
  return (element: HTMLElement, { onlyMissed = false } = {}) => {
    if (onlyMissed && !isMissed.current) return;
    isMissed.current = pages.isFetching;
    if (pages.isFetching) return;
    const below = belowOf(element);
    if (element.scrollTop < fetchWithin && pages.hasPreviousPage) void pages.fetchPreviousPage();
    else if (below < fetchWithin && pages.hasNextPage) void pages.fetchNextPage();
  };
}

/** Pixels of the content below what is shown. */
function belowOf({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop;
}

/**
 * Whether the end is on the screen. Once somebody was brought there it also stays when a row, or what stands around the
 * frame, changes its height.
 */
function useEnd(frame: RefObject<HTMLElement | null>) {
  const [isAtEnd, setAtEnd] = useState(false);
  const wasAtEnd = useRef(false);
  const isKept = useRef(false);

  function look(element: HTMLElement): void {
    wasAtEnd.current = belowOf(element) < nearEnd;
    setAtEnd(wasAtEnd.current);
  }

  function keepEnd(): void {
    isKept.current = true;
  }

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (isKept.current && wasAtEnd.current) element.scrollTop = element.scrollHeight;
      look(element);
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [frame]);

  return { isAtEnd, look, keepEnd };
}

/** Whether the rows have grown above since they last changed, which the list has to know to keep its place. */
function useGrowsAbove(rows: readonly Row[]): boolean {
  // A mark may stay the first row while messages come in below it.
  const first = rows.find(({ kind }) => kind === 'message')?.key;
  const last = rows.at(-1)?.key;
  const [seen, setSeen] = useState({ first, last, growsAbove: false });
  if (first !== seen.first || last !== seen.last) {
    const growsAbove = seen.first !== undefined && first !== seen.first && last === seen.last;
    setSeen({ first, last, growsAbove });
  }
  return seen.growsAbove;
}
