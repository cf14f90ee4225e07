// Messages that end (ADR 0078): from the moment that the server gave them on, the device neither shows nor keeps them, whether or not it
// hears of it. What has ended is gone like what was hidden, and does not come back.
import type { Chat, Message } from '../api/chats.js';
import type { ChatMessages } from './messages.js';
import { rangeWith } from './ranges.js';

/** In milliseconds; never: Infinity. */
export const endOf = ({ expiresAt }: Pick<Message, 'expiresAt'>): number =>
  expiresAt === undefined ? Infinity : Date.parse(expiresAt);

const ends = new WeakMap<ChatMessages, number>();

/** When the first of the messages ends. Reckoned once for what is never changed: it is asked for after each event. */
export function firstEndOf(chat: ChatMessages): number {
  let first = ends.get(chat);
  if (first === undefined) {
    first = Infinity;
    for (const { message } of chat.held.values()) first = Math.min(first, endOf(message));
    ends.set(chat, first);
  }
  return first;
}

/** Numbers of the messages that have ended by `now`. */
export function endedOf(chat: ChatMessages, now: number): readonly number[] {
  if (firstEndOf(chat) > now) return [];
  return [...chat.held].filter(([, { message }]) => endOf(message) <= now).map(([seq]) => seq);
}

/** Whether nothing of the message is to be shown any more, as far as is known here. */
export function isOver({ gone, held, known }: ChatMessages, seq: number): boolean {
  const one = held.get(seq);
  if (!one) return gone.has(seq) || rangeWith(known, seq) !== undefined;
  return gone.has(seq) || one.message.deletedAt !== null;
}

/** What is read from the device, where it may have lain for long. */
export function withoutEnded(chat: ChatMessages, now: number): ChatMessages {
  const ended = endedOf(chat, now);
  if (ended.length === 0) return chat;
  const [held, gone] = [new Map(chat.held), new Map(chat.gone)];
  for (const seq of ended) {
    gone.set(seq, held.get(seq)!.stamp);
    held.delete(seq);
  }
  return { ...chat, held, gone };
}

/** A chat in the list whose last message is gone, until it is known which one is the last now. */
export function withoutWords(chat: Chat): Chat {
  const { id, chatId, senderId, seq, createdAt, editedAt, deletedAt } = chat.lastMessage;
  const message = { id, chatId, senderId, seq, createdAt, editedAt, deletedAt };
  return { ...chat, lastMessage: { ...message, text: '', reactions: [] } };
}

export function withoutEndedWords(chat: Chat, now: number): Chat {
  return endOf(chat.lastMessage) <= now ? withoutWords(chat) : chat;
}
