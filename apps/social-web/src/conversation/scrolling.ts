import { useEffect, useLayoutEffect, useRef, useState, type RefObject, type UIEvent } from 'react';
import type { VirtualizerHandle } from 'virtua';
import {
  afterScroll,
  anchorAtMark,
  anchoredIndex,
  endAnchor,
  endWithin,
  firstAnchor,
  keptInSight,
  moveFor,
  newEnd,
  noAnchor,
  type Anchor,
  type EndAnchor,
  type RowInSight,
} from './scroll-anchor.js';
import type { Row } from './timeline.js';

/** Pixels from an edge within which the next page is fetched. */
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
  const { hasNextPage, isFetching } = pages;
  const anchored = useAnchor(frame, rows, hasNextPage);
  const { list, isAtEnd, firstAtEnd, isAnchoredAtEnd, setAnchor, update } = anchored;
  const isPrepending = useGrowsAbove(rows);
  const lastKey = useRef<string>(undefined);

  useLayoutEffect(() => {
    const before = lastKey.current;
    const move = moveFor(before, rows, { isAtEnd: isAnchoredAtEnd(), hasNextPage });
    lastKey.current = rows.at(-1)?.key;
    if (move === 'begin') setAnchor(firstAnchor(rows, around));
    else if (move === 'end') setAnchor(newEnd(before, rows));
    else update();
    if (move === 'newest') onNewest();
  });

  const fetchNear = useNearPages(pages);
  useEffect(() => {
    // At an edge no further scroll event would repeat a fetch that was skipped.
    if (!isFetching && frame.current) fetchNear(frame.current, { onlySkipped: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFetching]);

  function onScroll({ currentTarget: element }: UIEvent<HTMLElement>): void {
    anchored.onScrolled();
    fetchNear(element);
  }

  function toEnd(): void {
    if (hasNextPage) onNewest();
    else setAnchor(endAnchor);
  }

  /** To where what is new begins; to the end, if the reader is past that. */
  function toNew(): void {
    const mark = rows.findIndex(({ kind }) => kind === 'new');
    const handle = list.current;
    const isAhead = handle && handle.getItemOffset(mark) > handle.scrollOffset + 1;
    // At the end it is behind whoever has not seen it.
    const anchor = mark >= 0 && (isAhead || isAtEnd) ? anchorAtMark(rows) : null;
    if (anchor) setAnchor(anchor);
    else toEnd();
  }

  return {
    list,
    isAtEnd,
    firstAtEnd,
    isPrepending,
    onScroll,
    onResize: anchored.onMeasured,
    toEnd,
    toNew,
  };
}

interface Heights {
  readonly content: number;
  readonly frame: number;
  readonly below: number;
}

/**
 * Keeps the anchor in its place. Not by the virtual list's own `scrollToIndex`: that repeats its scroll after each row that
 * is measured, also those that a reader's scrolling brings in, and so takes the reader back. A position that has changed
 * although no height has is the reader's, unless the list has just measured rows, which moves it for those above.
 */
function useAnchor(frame: RefObject<HTMLElement | null>, rows: readonly Row[], hasNext: boolean) {
  const list = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setAtEnd] = useState(false);
  const [firstAtEnd, setFirstAtEnd] = useState(Infinity);
  const anchor = useRef<Anchor>(noAnchor);
  const seen = useRef<Heights>({ content: 0, frame: 0, below: 0 });
  const sight = useRef<Sight>({ rows, width: 0, inSight: [] });

  function measure(element: HTMLElement): Heights {
    const { scrollHeight: content, clientHeight } = element;
    return { content, frame: clientHeight, below: belowOf(element) };
  }

  function place(element: HTMLElement): void {
    const top = list.current && topOf(anchor.current, rows, element, list.current);
    if (top !== null) element.scrollTop = top;
    seen.current = measure(element);
    note(element);
  }

  /**
   * Rows near the end are drawn before they come into sight, and no more once somebody has left it. Not while the list is drawn:
   * a row that it has not measured yet makes the content higher than it is without that row, so that the end would be in sight
   * without it alone, and it would be drawn and left out in turns for ever.
   */
  function leaveEnd(): void {
    if (seen.current.below >= endWithin) setFirstAtEnd(Infinity);
  }

  function note(element: HTMLElement): void {
    // Before there is anything to see, nothing of it has been seen.
    const isAt = rows.length > 0 && seen.current.below < endWithin;
    const handle = list.current;
    setAtEnd(isAt);
    if (isAt && handle) setFirstAtEnd((before) => firstKept(before, firstNear(handle)));
    const isReading = handle && anchor.current.kind !== 'end';
    const inSight = isReading ? rowsInSight(rows, element, handle) : [];
    sight.current = { rows, width: element.clientWidth, inSight };
  }

  /** Anchors what is being read, where it would move: rows have come or gone above it, or all have other heights. */
  function anchorMoved(element: HTMLElement): boolean {
    const { rows: before, width, inSight } = sight.current;
    const isAnchored = anchor.current.kind === 'row' && anchoredIndex(rows, anchor.current) >= 0;
    const isSameWidth = width === element.clientWidth;
    if (isAnchored || (before === rows && isSameWidth)) return false;
    const kept = keptInSight(isSameWidth ? before : null, rows, inSight);
    if (kept) anchor.current = kept;
    return kept !== null;
  }

  /** After a change of the position or of a height, before it is painted. */
  function update(): void {
    const element = frame.current;
    if (!element) return;
    const { content, frame: height, below } = measure(element);
    const before = seen.current;
    if (anchorMoved(element) || content !== before.content || height !== before.frame)
      return place(element);
    anchor.current = afterScroll(anchor.current, { before: before.below, below }, hasNext);
    seen.current = { ...before, below };
    note(element);
  }

  /** Browsers measure after they have told of scrolling, so nothing of this is the reader's. */
  function onMeasured(): void {
    if (!frame.current) return;
    anchorMoved(frame.current);
    place(frame.current);
    leaveEnd();
  }

  function onScrolled(): void {
    update();
    leaveEnd();
  }

  function setAnchor(next: Anchor): void {
    anchor.current = next;
    if (frame.current) place(frame.current);
  }

  function isAnchoredAtEnd(): boolean {
    const { kind } = anchor.current;
    const isAtEnd = seen.current.below < endWithin;
    return anchor.current === endAnchor || (kind !== 'none' && kind !== 'kept' && isAtEnd);
  }

  return { list, isAtEnd, firstAtEnd, isAnchoredAtEnd, setAnchor, update, onMeasured, onScrolled };
}

/** What a reader has before them who has left the end. */
interface Sight {
  readonly rows: readonly Row[];
  /** Of the frame, in pixels. */
  readonly width: number;
  /** From the highest. */
  readonly inSight: readonly RowInSight[];
}

function rowsInSight(
  rows: readonly Row[],
  { scrollTop, clientHeight }: HTMLElement,
  list: VirtualizerHandle,
): RowInSight[] {
  const first = list.findItemIndex(scrollTop);
  const last = list.findItemIndex(scrollTop + clientHeight);
  return rows
    .slice(first, last + 1)
    .map(({ key }, index) => ({ key, bottom: bottomOf(list, first + index) - scrollTop }));
}

const bottomOf = (list: VirtualizerHandle, index: number) =>
  list.getItemOffset(index) + list.getItemSize(index);

/** Pixels by which the composer may shrink at once, when files leave its list. */
const mostAppearing = 300;

/** The first of the rows that are in sight at the end, or may come into it. */
const firstNear = (list: VirtualizerHandle) =>
  list.findItemIndex(list.scrollSize - list.viewportSize - mostAppearing);

/** Some rows more cost less than to draw the list again for each message. */
const firstKept = (before: number, near: number) =>
  before <= near && near - before < 20 ? before : near;

/** The scroll position that shows the anchor; null for the one that the reader has chosen. */
function topOf(
  anchor: Anchor,
  rows: readonly Row[],
  { scrollHeight, clientHeight }: HTMLElement,
  list: VirtualizerHandle,
): number | null {
  if (anchor.kind === 'none') return null;
  if (anchor.kind === 'end') return topOfEnd(anchor, rows, scrollHeight, list);
  const index = anchoredIndex(rows, anchor);
  if (index < 0) return null;
  if (anchor.kind === 'kept') return bottomOf(list, index) - anchor.bottom;
  const above = anchor.align === 'center' ? (clientHeight - list.getItemSize(index)) / 2 : 0;
  return list.getItemOffset(index) - above;
}

function topOfEnd(
  { since }: EndAnchor,
  rows: readonly Row[],
  scrollHeight: number,
  list: VirtualizerHandle,
): number {
  const index =
    since === null ? -1 : anchoredIndex(rows, { kind: 'row', key: since, align: 'start' });
  return index < 0 ? scrollHeight : Math.min(scrollHeight, list.getItemOffset(index));
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
  // A finger may pull the content beyond its end.
  return Math.max(0, scrollHeight - clientHeight - scrollTop);
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
