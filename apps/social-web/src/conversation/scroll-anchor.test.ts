import {
  afterScroll,
  anchoredIndex,
  anchorAtMark,
  endAnchor,
  firstAnchor,
  keptInSight,
  moveFor,
  newEnd,
  noAnchor,
  type Anchor,
  type RowAnchor,
} from './scroll-anchor.js';
import { message, pending } from './testing/messages.js';
import { toTimeline, type Row, type Timeline } from './timeline.js';

const at = '2026-11-20T12:00:00Z';
const rowsOf = (
  seqs: readonly number[],
  own: readonly string[] = [],
  more: Partial<Timeline> = {},
) =>
  toTimeline({
    me: 'b',
    messages: seqs.map((seq) => message(seq, at)),
    pending: own.map(pending),
    firstUnread: null,
    isWhole: false,
    readSeq: 0,
    foundSeq: null,
    ...more,
  });
const toRow = (seq: number, align: RowAnchor['align']): RowAnchor => {
  return { kind: 'row', key: `id-${seq}`, align };
};

/** What each of these lists leads to, one after the other, while the reader is at the end or is not. */
function movesOf(lists: readonly Row[][], { isAtEnd = true, hasNextPage = false } = {}) {
  let last: string | undefined;
  return lists.map((rows) => {
    const move = moveFor(last, rows, { isAtEnd, hasNextPage });
    last = rows.at(-1)?.key;
    return move;
  });
}

describe('what rows lead to', () => {
  it('begins with the first rows, and follows each new one at the end', () => {
    expect(movesOf([[], rowsOf([1]), rowsOf([1]), rowsOf([1, 2])])).toEqual([
      ...['none', 'begin', 'none', 'end'],
    ]);
  });

  it('begins anew when an own message was the only row, and has left before the history is there', () => {
    const [first, , whole] = [rowsOf([], ['one']), [], rowsOf([1, 2], ['one'])];
    expect(movesOf([first, [], whole])).toEqual(['begin', 'none', 'begin']);
    expect(movesOf([first, [], rowsOf([1, 2])])).toEqual(['begin', 'none', 'begin']);
  });

  it('leaves a reader elsewhere in place, but for a message of their own', () => {
    const lists = [rowsOf([1]), rowsOf([1, 2]), rowsOf([1, 2], ['one']), rowsOf([1, 2], ['one'])];
    expect(movesOf(lists, { isAtEnd: false })).toEqual(['begin', 'none', 'end', 'none']);
  });

  it('opens the newest for an own message when what lies between is not loaded', () => {
    const lists = [rowsOf([1]), rowsOf([1], ['one'])];
    expect(movesOf(lists, { isAtEnd: false, hasNextPage: true })).toEqual(['begin', 'newest']);
  });

  it('goes to the end for an own message, for those of others no further than where they begin', () => {
    expect(newEnd('id-1', rowsOf([1], ['one']))).toBe(endAnchor);
    expect(newEnd('id-1', rowsOf([1, 2, 3]))).toEqual({ kind: 'end', since: 'id-2' });
    expect(newEnd('gone', rowsOf([1, 2, 3]))).toEqual({ kind: 'end', since: 'id-3' });
  });

  it('is not moved by older rows', () => {
    expect(movesOf([rowsOf([3]), rowsOf([1, 2, 3])])).toEqual(['begin', 'none']);
  });
});

describe('where a conversation begins', () => {
  it('begins at the message that was searched for', () => {
    const rows = rowsOf([1, 2, 3], [], { firstUnread: 3 });
    expect(firstAnchor(rows, 2)).toEqual(toRow(2, 'center'));
  });

  it('begins at what is new, with its mark', () => {
    const rows = rowsOf([1, 2, 3], [], { firstUnread: 2 });
    expect(firstAnchor(rows, null)).toEqual(toRow(2, 'start'));
    expect(rows[anchoredIndex(rows, toRow(2, 'start'))]?.kind).toBe('new');
  });

  it('begins at the end where nothing is new, and where the message has gone', () => {
    expect(firstAnchor(rowsOf([1, 2]), null)).toBe(endAnchor);
    expect(firstAnchor(rowsOf([1, 2]), 7)).toBe(endAnchor);
    expect(anchorAtMark(rowsOf([1, 2]))).toBeNull();
  });

  it('stays at the message when its mark moves on', () => {
    const rows = rowsOf([1, 2, 3], [], { firstUnread: 3 });
    const index = anchoredIndex(rows, toRow(2, 'start'));
    expect(rows[index]?.key).toBe('id-2');
  });
});

describe('what is kept where the reader has it', () => {
  const sight = [3, 4].map((seq) => ({ key: `id-${seq}`, bottom: seq * 10 }));
  const kept = (seq: number) => ({ kind: 'kept', key: `id-${seq}`, bottom: seq * 10 });
  const after = (rows: readonly Row[], before = rowsOf([1, 2, 3, 4, 5])) =>
    keptInSight(before, rows, sight);

  it('is the highest row in sight that is still there, when one has gone or come above', () => {
    expect(after(rowsOf([1, 3, 4, 5]))).toEqual(kept(3));
    expect(after(rowsOf([3, 4, 5]))).toEqual(kept(3));
    expect(after(rowsOf([1, 2, 4, 5]))).toEqual(kept(4));
    expect(after(rowsOf([1, 2, 3, 4, 5], [], { firstUnread: 2 }))).toEqual(kept(3));
    expect(after(rowsOf([1, 2, 3, 4, 5]), rowsOf([1, 3, 4, 5]))).toEqual(kept(3));
  });

  it('is nothing when nothing has changed above, or all that was in sight has gone', () => {
    expect(after(rowsOf([1, 2, 3, 4]))).toBeNull();
    expect(after(rowsOf([1, 2, 3, 4, 5, 6], ['one']))).toBeNull();
    expect(after(rowsOf([1, 2, 5]))).toBeNull();
    expect(keptInSight(rowsOf([1, 2]), rowsOf([2]), [])).toBeNull();
  });

  it('is the highest row in sight when all have other heights', () => {
    const rows = rowsOf([1, 2, 3, 4, 5]);
    expect(keptInSight(null, rows, sight)).toEqual(kept(3));
  });

  it('is left to the list when older rows come before the first', () => {
    expect(after(rowsOf([1, 2, 3, 4, 5]), rowsOf([2, 3, 4, 5]))).toBeNull();
    expect(after(rowsOf([1, 2, 3, 4, 5], [], { isWhole: true }), rowsOf([3, 4, 5]))).toBeNull();
  });
});

describe('after a scroll', () => {
  const scrolled = (anchor: Anchor, before: number, below: number, hasNextPage = false) =>
    afterScroll(anchor, { before, below }, hasNextPage);

  it('leaves the end with whoever scrolls up, though the end is still in sight', () => {
    expect(scrolled(endAnchor, 0, 3)).toBe(noAnchor);
    expect(scrolled(noAnchor, 3, 40)).toBe(noAnchor);
  });

  it('stays at the end when nobody has scrolled, but for the rounding of the browser', () => {
    expect(scrolled(endAnchor, 0, 0)).toBe(endAnchor);
    expect(scrolled(endAnchor, 0, 0.5)).toBe(endAnchor);
  });

  it('is at the end again with whoever comes back to it', () => {
    expect(scrolled(noAnchor, 900, 500)).toBe(noAnchor);
    expect(scrolled(noAnchor, 500, 40)).toBe(endAnchor);
  });

  it('does not take the end of what is loaded for the end', () => {
    expect(scrolled(noAnchor, 500, 0, true)).toBe(noAnchor);
  });

  it('leaves a message that was jumped to in either direction', () => {
    expect(scrolled(toRow(2, 'center'), 500, 500)).toEqual(toRow(2, 'center'));
    expect(scrolled(toRow(2, 'center'), 500, 600)).toBe(noAnchor);
    expect(scrolled(toRow(2, 'center'), 500, 400)).toBe(noAnchor);
    expect(scrolled(toRow(2, 'center'), 60, 0)).toBe(endAnchor);
  });
});
