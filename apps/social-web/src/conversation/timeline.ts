import type { Message } from '../api/chats.js';
import type { PendingMessage } from '../store/use-queue.js';

/** A group is what one person writes in close succession; its time stands once, below its last message. */
interface Grouped {
  readonly isContinued: boolean;
  readonly endsGroup: boolean;
}

export interface MessageRowProps extends Grouped {
  readonly message: Message;
  /** The newest own message that the partner has read. */
  readonly isLastRead: boolean;
  /** A search led here. */
  readonly isFound: boolean;
}

export interface PendingRowProps extends Grouped {
  readonly pending: PendingMessage;
}

/** A row of the conversation. */
export type Row =
  | { readonly kind: 'beginning'; readonly key: string }
  | { readonly kind: 'day'; readonly key: string; readonly date: string }
  | { readonly kind: 'new'; readonly key: string }
  | ({ readonly kind: 'message'; readonly key: string } & MessageRowProps)
  | ({ readonly kind: 'pending'; readonly key: string } & PendingRowProps);

/** Whether it says the same. Of a message that has changed the store has another object. */
export function isSameRow(row: Row, other: Row): boolean {
  const names = Object.keys(row) as (keyof Row)[];
  const isAsLong = names.length === Object.keys(other).length;
  return isAsLong && names.every((name) => row[name] === other[name]);
}

const groupedWithinMs = 5 * 60_000;

export interface Timeline {
  readonly me: string;
  readonly messages: readonly Message[];
  readonly pending: readonly PendingMessage[];
  /** The first that was unread when the conversation was opened. */
  readonly firstUnread: number | null;
  /** The newest own one that the partner has read; 0 for none. */
  readonly readSeq: number;
  /** The one that a search led to. */
  readonly foundSeq: number | null;
  /** The first of the messages is the first of the chat. */
  readonly isWhole: boolean;
}

interface Written {
  readonly senderId: string;
  /** In milliseconds: a text is read once, for a long conversation has a thousand of them each time a row is added. */
  readonly at: number;
}

/** Messages in order, with marks where a day and the unread messages begin, followed by pending messages. */
export function toTimeline(timeline: Timeline): Row[] {
  const { messages, pending, firstUnread, isWhole, me } = timeline;
  const rows: Row[] = isWhole ? [{ kind: 'beginning', key: 'beginning' }] : [];
  let before: Written | null = null;
  let day: Day | null = null;
  for (const message of messages) {
    const written = { senderId: message.senderId, at: Date.parse(message.createdAt) };
    const isNewDay = day === null || written.at < day.from || written.at >= day.to;
    if (isNewDay) {
      day = dayOf(written.at);
      rows.push({ kind: 'day', key: day.key, date: message.createdAt });
    }
    const isFirstUnread = message.seq === firstUnread;
    if (isFirstUnread) rows.push({ kind: 'new', key: 'new' });
    const isContinued = !isNewDay && !isFirstUnread && follows(written, before);
    const isLastRead = message.seq === timeline.readSeq;
    const isFound = message.seq === timeline.foundSeq;
    // An own message keeps the key it had while it was pending, so that its row stays mounted.
    const key = message.clientId ?? message.id;
    const group = { isContinued, endsGroup: true };
    rows.push({ kind: 'message', key, message, ...group, isLastRead, isFound });
    before = written;
  }
  const stored = new Set(messages.map(({ clientId }) => clientId));
  for (const one of pending) {
    const { clientId } = one.message;
    if (stored.has(clientId)) continue;
    const written = { senderId: me, at: Date.parse(one.at) };
    const group = { isContinued: follows(written, before), endsGroup: true };
    rows.push({ kind: 'pending', key: clientId, pending: one, ...group });
    before = written;
  }
  return rows.map((row, index) => withEnd(row, rows[index + 1]));
}

function withEnd(row: Row, next: Row | undefined): Row {
  const isFollowed = next !== undefined && 'isContinued' in next && next.isContinued;
  return isFollowed && 'endsGroup' in row ? { ...row, endsGroup: false } : row;
}

interface Day {
  readonly key: string;
  /** Its first moment, and that of the next one. */
  readonly from: number;
  readonly to: number;
}

function dayOf(at: number): Day {
  const date = new Date(at);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()] as const;
  const [from, to] = [new Date(year, month, day), new Date(year, month, day + 1)];
  return { key: date.toDateString(), from: from.getTime(), to: to.getTime() };
}

function follows(written: Written, before: Written | null): boolean {
  if (!before || before.senderId !== written.senderId) return false;
  return written.at - before.at < groupedWithinMs;
}
