import { message, pending } from './testing/messages.js';
import { isSameRow, toTimeline, type Timeline } from './timeline.js';

const rowsOf = (parts: Partial<Timeline>) =>
  toTimeline({
    me: 'a',
    messages: [],
    pending: [],
    firstUnread: null,
    isWhole: false,
    readSeq: 0,
    foundSeq: null,
    ...parts,
  });
const kindsOf = (rows: ReturnType<typeof toTimeline>) => rows.map(({ kind }) => kind);
const continuedOf = (rows: ReturnType<typeof toTimeline>) =>
  rows.flatMap((row) => (row.kind === 'message' ? [row.isContinued] : []));

describe('a timeline', () => {
  it('marks each day where it begins', () => {
    const rows = rowsOf({
      messages: [
        message(1, '2026-11-20T12:00:00Z'),
        message(2, '2026-11-20T12:01:00Z'),
        message(3, '2026-11-22T12:00:00Z'),
      ],
    });
    expect(kindsOf(rows)).toEqual(['day', 'message', 'message', 'day', 'message']);
  });

  it('shows where the conversation began once its first message is loaded', () => {
    const messages = [message(1, '2026-11-20T12:00:00Z')];
    expect(kindsOf(rowsOf({ messages, isWhole: true }))).toEqual(['beginning', 'day', 'message']);
    expect(kindsOf(rowsOf({ messages }))).toEqual(['day', 'message']);
  });

  it('groups what one person writes within five minutes', () => {
    const rows = rowsOf({
      messages: [
        message(1, '2026-11-20T12:00:00Z'),
        message(2, '2026-11-20T12:04:00Z'),
        message(3, '2026-11-20T12:04:30Z', { senderId: 'b' }),
        message(4, '2026-11-20T12:20:00Z', { senderId: 'b' }),
      ],
    });
    expect(continuedOf(rows)).toEqual([false, true, false, false]);
  });

  it('marks the first unread message, which does not continue the one before', () => {
    const rows = rowsOf({
      messages: [message(1, '2026-11-20T12:00:00Z'), message(2, '2026-11-20T12:01:00Z')],
      firstUnread: 2,
    });
    expect(kindsOf(rows)).toEqual(['day', 'message', 'new', 'message']);
    expect(continuedOf(rows)).toEqual([false, false]);
  });

  it('shows pending messages at the end, and only until they are stored', () => {
    const arrived = message(1, '2026-11-20T12:00:00Z', { clientId: 'one' });
    const rows = rowsOf({ messages: [arrived], pending: [pending('one'), pending('two')] });
    expect(rows.map(({ key }) => key).slice(1)).toEqual(['one', 'two']);
  });

  it('says the time once a group, below its last message, also with one that is not stored yet', () => {
    const endsOf = (parts: Partial<Timeline>) =>
      rowsOf(parts).flatMap((row) => ('endsGroup' in row ? [row.endsGroup] : []));
    const messages = [
      message(1, '2026-11-20T11:40:00Z', { senderId: 'b' }),
      message(2, '2026-11-20T11:41:00Z', { senderId: 'b' }),
      message(3, '2026-11-20T12:00:00Z'),
    ];
    expect(endsOf({ messages })).toEqual([false, true, true]);
    expect(endsOf({ messages, pending: [pending('one')] })).toEqual([false, true, false, true]);
    expect(endsOf({ messages, pending: [pending('one')], me: 'b' })).toEqual([
      ...[false, true, true, true],
    ]);
  });

  it('has the same rows after a message as before it, but for those that say something else', () => {
    const first = message(1, '2026-11-20T12:00:00Z');
    const second = message(2, '2026-11-20T12:01:00Z');
    const before = rowsOf({ messages: [first, second] });
    const keptOf = (parts: Partial<Timeline>) => {
      const rows = rowsOf({ messages: [first, second], ...parts });
      return before.map((row, index) => isSameRow(row, rows[index]!));
    };
    expect(keptOf({})).toEqual([true, true, true]);
    // The last one ends the group no more.
    expect(keptOf({ pending: [pending('one')] })).toEqual([true, true, false]);
    expect(keptOf({ messages: [first, { ...second }] })).toEqual([true, true, false]);
    expect(keptOf({ readSeq: 1 })).toEqual([true, false, true]);
  });
});
