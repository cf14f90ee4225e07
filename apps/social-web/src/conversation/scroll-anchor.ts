// What the conversation keeps in its place while rows come, go and change their heights. Decisions alone, without the page.
//   none → row, end   the first rows are there: at the message that was searched for, at what is new, or at the end
//   any  → row, end   a press leads there; an own message, to the end
//   end  → end        messages come: no further than to the beginning of the first of them
//   end  → none       the reader scrolls up, by however little, or what follows is not loaded
//   none → kept       rows come or go above what the reader has before them
//   row  → none       the reader scrolls; kept, the same
//   none → end        the reader scrolls down to it; kept, the same
import type { Row } from './timeline.js';

export interface RowAnchor {
  readonly kind: 'row';
  readonly key: string;
  readonly align: 'start' | 'center';
}
/** A row at the place where the reader has it. */
export interface KeptAnchor extends RowInSight {
  readonly kind: 'kept';
}
/** The end, as long as what has come since the reader was there has its beginning in sight. */
export interface EndAnchor {
  readonly kind: 'end';
  /** Null: the end whatever has come. */
  readonly since: string | null;
}
export type Anchor = { readonly kind: 'none' } | EndAnchor | RowAnchor | KeptAnchor;

export interface RowInSight {
  readonly key: string;
  /** Where it ends, in pixels below the top of the frame. With the one above it, a row may lose or get a gap at its top. */
  readonly bottom: number;
}

export const noAnchor: Anchor = { kind: 'none' };
export const endAnchor: Anchor = { kind: 'end', since: null };

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
export function anchoredIndex(rows: readonly Row[], anchor: RowAnchor | KeptAnchor): number {
  const index = rows.findIndex((row) => row.key === anchor.key);
  const isAtStart = anchor.kind === 'row' && anchor.align === 'start';
  return isAtStart && rows[index - 1]?.kind === 'new' ? index - 1 : index;
}

/**
 * The row that stays where it is when others have come or gone above it: the highest that was in sight and still is there.
 * Null if nothing has changed above, or older rows were added to the first, for which the virtual list makes up by itself.
 *
 * @param before the rows before; null: the heights of all of them may be others
 * @param sight the rows that were in sight before, from the highest
 */
export function keptInSight(
  before: readonly Row[] | null,
  after: readonly Row[],
  sight: readonly RowInSight[],
): KeptAnchor | null {
  for (const row of sight) {
    const above = rowsAbove(after, row.key);
    if (!above) continue;
    const isSame = before !== null && !isMoved(rowsAbove(before, row.key) ?? [], above);
    return isSame ? null : { kind: 'kept', ...row };
  }
  return null;
}

function rowsAbove(rows: readonly Row[], key: string): readonly Row[] | null {
  const index = rows.findIndex((row) => row.key === key);
  return index < 0 ? null : rows.slice(0, index);
}

function isMoved(before: readonly Row[], after: readonly Row[]): boolean {
  if (before.length === after.length && endsWith(after, before)) return false;
  const [messagesBefore, messagesAfter] = [before, after].map((rows) => rows.filter(isMessage));
  const isGrown = messagesAfter!.length > messagesBefore!.length;
  return !isGrown || !endsWith(messagesAfter!, messagesBefore!);
}

/** Days and marks may stay at the top while messages are added below them. */
const isMessage = ({ kind }: Row) => kind === 'message' || kind === 'pending';

const endsWith = (rows: readonly Row[], end: readonly Row[]) =>
  end.every(({ key }, index) => rows[rows.length - end.length + index]?.key === key);

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

/** The end after new rows: a message of one's own leads to it, those of others not past the beginning of the first of them. */
export function newEnd(lastKey: string | undefined, rows: readonly Row[]): Anchor {
  if (rows.at(-1)?.kind === 'pending') return endAnchor;
  const last = rows.findIndex(({ key }) => key === lastKey);
  const first = last < 0 ? rows.at(-1) : rows.slice(last + 1).find(isMessage);
  return { kind: 'end', since: first?.key ?? null };
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
