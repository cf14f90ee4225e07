import { useEffect, useLayoutEffect, useRef, useState } from 'react';
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

/**
 * Where the reader is: stays at the end while they are there, stays at the same message when older ones come in above,
 * fetches pages before an edge is reached.
 */
export function useScrolling(
  rows: readonly Row[],
  pages: Pages,
  around: number | null,
  onNewest: () => void,
) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setAtEnd] = useState(around === null);
  const isPrepending = useGrowsAbove(rows);
  const isPlaced = useRef(false);

  useLayoutEffect(() => {
    if (rows.length === 0 || isPlaced.current) return;
    isPlaced.current = true;
    const wanted = rows.findIndex((row) => row.kind === 'message' && row.message.seq === around);
    const unread = rows.findIndex(({ kind }) => kind === 'new');
    if (wanted >= 0) list.current?.scrollToIndex(wanted, { align: 'center' });
    else if (unread >= 0) list.current?.scrollToIndex(unread, { align: 'start' });
    else list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  }, [rows, around]);

  const lastKey = rows.at(-1)?.key;
  const isOwn = rows.at(-1)?.kind === 'departure';
  useEffect(() => {
    // What one writes oneself belongs to the end, wherever one was reading.
    if (isOwn && pages.hasNextPage) onNewest();
    else if (isAtEnd || isOwn) list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
    // Only what is new at the end moves the reader.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lastKey]);

  function onScroll(): void {
    const element = frame.current;
    if (!element) return;
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    setAtEnd(below < nearEnd);
    if (pages.isFetching) return;
    if (element.scrollTop < fetchWithin && pages.hasPreviousPage) void pages.fetchPreviousPage();
    else if (below < fetchWithin && pages.hasNextPage) void pages.fetchNextPage();
  }

  function toEnd(): void {
    if (pages.hasNextPage) onNewest();
    else list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  }

  return { frame, list, isAtEnd, isPrepending, onScroll, toEnd };
}

/** Whether the rows have grown above since they last changed, which the list has to know to keep its place. */
function useGrowsAbove(rows: readonly Row[]): boolean {
  const first = rows[0]?.key;
  const last = rows.at(-1)?.key;
  const [seen, setSeen] = useState({ first, last, growsAbove: false });
  if (first !== seen.first || last !== seen.last) {
    const growsAbove = seen.first !== undefined && first !== seen.first && last === seen.last;
    setSeen({ first, last, growsAbove });
  }
  return seen.growsAbove;
}
