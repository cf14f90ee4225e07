import type { Message } from '../chats/chats.js';
import type { Departure } from './outbox.js';

/** A row of the conversation. */
export type Row =
  | { readonly kind: 'beginning'; readonly key: string }
  | { readonly kind: 'day'; readonly key: string; readonly date: string }
  | { readonly kind: 'new'; readonly key: string }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: Message;
      /** Follows the same person's last one so soon that it needs no head of its own. */
      readonly isContinued: boolean;
    }
  | { readonly kind: 'departure'; readonly key: string; readonly departure: Departure };

const groupedWithin = 5 * 60_000;

export interface Timeline {
  readonly messages: readonly Message[];
  readonly departures: readonly Departure[];
  /** The first that was unread when the conversation was opened. */
  readonly firstUnread: number | null;
  /** Nothing was written before the first of the messages. */
  readonly isWhole: boolean;
}

/** Messages in their order, with marks where a day and what is new begin; after them what is still on its way. */
export function toTimeline({ messages, departures, firstUnread, isWhole }: Timeline): Row[] {
  const rows: Row[] = isWhole ? [{ kind: 'beginning', key: 'beginning' }] : [];
  let before: Message | null = null;
  for (const message of messages) {
    const isNewDay = !before || dayOf(before) !== dayOf(message);
    if (isNewDay) rows.push({ kind: 'day', key: dayOf(message), date: message.createdAt });
    const isFirstUnread = message.seq === firstUnread;
    if (isFirstUnread) rows.push({ kind: 'new', key: 'new' });
    const isContinued = !isNewDay && !isFirstUnread && follows(message, before);
    rows.push({ kind: 'message', key: keyOf(message), message, isContinued });
    before = message;
  }
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  for (const departure of departures) {
    const { clientId } = departure.message;
    if (!arrived.has(clientId)) rows.push({ kind: 'departure', key: clientId, departure });
  }
  return rows;
}

/** An own message keeps the key it had on its way, so that arriving does not redraw it. */
function keyOf({ clientId, id }: Message): string {
  return clientId ?? id;
}

function dayOf({ createdAt }: Message): string {
  return new Date(createdAt).toDateString();
}

function follows(message: Message, before: Message | null): boolean {
  if (!before || before.senderId !== message.senderId) return false;
  return Date.parse(message.createdAt) - Date.parse(before.createdAt) < groupedWithin;
}
