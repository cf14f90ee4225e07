// What the conversation keeps in its place while rows come, go and change their heights. Decisions alone, without the page.
//   none → row, end   the first rows are there: at the message that was searched for, at what is new, or at the end
//   any  → row, end   a press leads there; an own message, to the end
//   end  → none       the reader scrolls up, by however little, or what follows is not loaded
//   row  → none       the reader scrolls
//   none → end        the reader scrolls down to it
import type { Row } from './timeline.js';

export interface RowAnchor {
  readonly kind: 'row';
  readonly key: string;
  readonly align: 'start' | 'center';
}
export type Anchor = { readonly kind: 'none' } | { readonly kind: 'end' } | RowAnchor;

export const noAnchor: Anchor = { kind: 'none' };
export const endAnchor: Anchor = { kind: 'end' };

/** Pixels: so near to the end, the newest message is in sight. */
export const endWithin = 48;
/** Browsers round positions to pixels of the screen. */
const roundedBy = 1;

/** Where a conversation begins. */
export function firstAnchor(rows: readonly Row[], around: number | null): Anchor {
  const found = rows.find((row) => row.kind === 'message' && row.message.seq === around);
  if (found) return { kind: 'row', key: found.key, align: 'center' };
  return anchorAtMark(rows) ?? endAnchor;
}

/** Where what is new begins: its first message, for the mark itself moves later. Null if nothing is. */
export function anchorAtMark(rows: readonly Row[]): Anchor | null {
  const mark = rows.findIndex(({ kind }) => kind === 'new');
  const first = mark < 0 ? undefined : rows[mark + 1];
  return first ? { kind: 'row', key: first.key, align: 'start' } : null;
}

/** The row to be scrolled to, with the mark above it; -1 if it is not there. */
export function anchoredIndex(rows: readonly Row[], { key, align }: RowAnchor): number {
  const index = rows.findIndex((row) => row.key === key);
  return align === 'start' && rows[index - 1]?.kind === 'new' ? index - 1 : index;
}

/** `newest`: what lies between is not loaded, so the conversation is opened anew at its end. */
export type Move = 'none' | 'begin' | 'end' | 'newest';

/**
 * What a new last row leads to.
 *
 * @param lastKey the last row before; undefined if there was none, as when a message of one's own was the only row, and
 *   has left before the history was there
 */
export function moveFor(
  lastKey: string | undefined,
  rows: readonly Row[],
  { isAtEnd, hasNextPage }: { readonly isAtEnd: boolean; readonly hasNextPage: boolean },
): Move {
  const last = rows.at(-1);
  if (!last || last.key === lastKey) return 'none';
  if (lastKey === undefined) return 'begin';
  // An own message is shown at the end, wherever the reader was.
  const isOwn = last.kind === 'pending';
  if (isOwn && hasNextPage) return 'newest';
  return isOwn || isAtEnd ? 'end' : 'none';
}

/** Pixels of the content below the frame. Unlike those above, they do not change while rows above are measured. */
interface Scroll {
  readonly before: number;
  readonly below: number;
}

/** After the position has changed with no height: somebody has scrolled. */
export function afterScroll(
  anchor: Anchor,
  { before, below }: Scroll,
  hasNextPage: boolean,
): Anchor {
  if (Math.abs(below - before) <= roundedBy) return anchor;
  const isDown = below < before;
  return isDown && below < endWithin && !hasNextPage ? endAnchor : noAnchor;
}
