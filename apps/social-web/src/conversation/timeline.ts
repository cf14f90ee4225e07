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
  readonly at: string;
}

/** Messages in order, with marks where a day and the unread messages begin, followed by pending messages. */
export function toTimeline(timeline: Timeline): Row[] {
  const { messages, pending, firstUnread, isWhole, me } = timeline;
  const rows: Row[] = isWhole ? [{ kind: 'beginning', key: 'beginning' }] : [];
  let before: Written | null = null;
  let dayBefore: string | null = null;
  for (const message of messages) {
    const written = { senderId: message.senderId, at: message.createdAt };
    const day = dayOf(written);
    const isNewDay = day !== dayBefore;
    dayBefore = day;
    if (isNewDay) rows.push({ kind: 'day', key: day, date: written.at });
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
    const written = { senderId: me, at: one.at };
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

function dayOf({ at }: Written): string {
  return new Date(at).toDateString();
}

function follows(written: Written, before: Written | null): boolean {
  if (!before || before.senderId !== written.senderId) return false;
  return Date.parse(written.at) - Date.parse(before.at) < groupedWithinMs;
}
