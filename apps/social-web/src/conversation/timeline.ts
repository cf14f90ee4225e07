import type { Message } from '../api/chats.js';
import type { PendingMessage } from '../store/use-queue.js';

export interface MessageRowProps {
  readonly message: Message;
  /** Follows another message of the same sender so closely that it needs no space above. */
  readonly isContinued: boolean;
  /** The newest own message that the partner has read. */
  readonly isLastRead: boolean;
  /** A search led here. */
  readonly isFound: boolean;
}

/** A row of the conversation. */
export type Row =
  | { readonly kind: 'beginning'; readonly key: string }
  | { readonly kind: 'day'; readonly key: string; readonly date: string }
  | { readonly kind: 'new'; readonly key: string }
  | ({ readonly kind: 'message'; readonly key: string } & MessageRowProps)
  | { readonly kind: 'pending'; readonly key: string; readonly pending: PendingMessage };

const groupedWithinMs = 5 * 60_000;

export interface Timeline {
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

/** Messages in order, with marks where a day and the unread messages begin, followed by pending messages. */
export function toTimeline(timeline: Timeline): Row[] {
  const { messages, pending, firstUnread, isWhole } = timeline;
  const rows: Row[] = isWhole ? [{ kind: 'beginning', key: 'beginning' }] : [];
  let before: Message | null = null;
  for (const message of messages) {
    const isNewDay = !before || dayOf(before) !== dayOf(message);
    if (isNewDay) rows.push({ kind: 'day', key: dayOf(message), date: message.createdAt });
    const isFirstUnread = message.seq === firstUnread;
    if (isFirstUnread) rows.push({ kind: 'new', key: 'new' });
    const isContinued = !isNewDay && !isFirstUnread && follows(message, before);
    const isLastRead = message.seq === timeline.readSeq;
    const isFound = message.seq === timeline.foundSeq;
    // An own message keeps the key it had while it was pending, so that its row stays mounted.
    const key = message.clientId ?? message.id;
    rows.push({ kind: 'message', key, message, isContinued, isLastRead, isFound });
    before = message;
  }
  const stored = new Set(messages.map(({ clientId }) => clientId));
  for (const one of pending) {
    const { clientId } = one.message;
    if (!stored.has(clientId)) rows.push({ kind: 'pending', key: clientId, pending: one });
  }
  return rows;
}

function dayOf({ createdAt }: Message): string {
  return new Date(createdAt).toDateString();
}

function follows(message: Message, before: Message | null): boolean {
  if (!before || before.senderId !== message.senderId) return false;
  return Date.parse(message.createdAt) - Date.parse(before.createdAt) < groupedWithinMs;
}
