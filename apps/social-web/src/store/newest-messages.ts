// The newest messages of a chat in a record of their own, which a start reads first: it is a twentieth of what is kept of the chat.
// Guarantees: written in one transaction with all that is kept of the chat, so it never differs from that. A release that writes
// no such record leaves the mark of the position away, and with that all of them count for nothing.
import type { DeviceDatabase } from '../api/device-database.js';
import type { KeptChat } from './chat-list.js';
import { toKept, type KeptMessages } from './kept-messages.js';
import type { ChatMessages } from './messages.js';

export const chatPrefix = 'chat/';
export const chatKey = (chatId: string) => chatPrefix + chatId;
export const newestKey = (chatId: string) => `newest/${chatId}`;

/** How far the events are kept. */
export interface Position {
  /** Which log of events this is one of: the id of the event before which some may have been missed. */
  readonly epoch: string;
  readonly cursor: string;
  /** Of the records of newest messages that belong to what is kept. */
  readonly mark?: string;
  /** Whoever has written it has heard events of these types, and not of others that a later release knows. */
  readonly heard?: string;
}

interface NewestMessages {
  readonly mark: string;
  readonly kept: KeptMessages;
}

/** What is kept of the conversation that is opened first. */
export interface OpenedChat {
  readonly kept: KeptMessages;
  /** Whether that is all; otherwise the rest is read once the newest are on the screen. */
  readonly isWhole: boolean;
}

/** Several screens. */
export const newestCount = 60;

interface KeptAs {
  readonly epoch: string;
  readonly mark: string;
  readonly count: number;
  /** Numbers of pinned messages, the newest pin last. */
  readonly pinned: readonly number[];
}

/** What is kept of a chat, as records to be written together; `count` messages in the first of them. */
export function keptChat(
  chatId: string,
  chat: ChatMessages,
  { epoch, mark, count, pinned }: KeptAs,
) {
  // The newest pin is shown above the conversation.
  const kept = toKept(chatId, chat, epoch, { count, pinned: pinned.slice(-1) });
  const newest: NewestMessages = { mark, kept };
  return {
    [chatKey(chatId)]: toKept(chatId, chat, epoch, { pinned }),
    [newestKey(chatId)]: newest,
  };
}

/** The newest messages of the chat if its conversation begins with them, else all that is kept of it. */
export async function readOpened(
  database: DeviceDatabase,
  chatId: string,
  [position, list, newest]: readonly unknown[],
): Promise<OpenedChat | null> {
  const { mark, kept } = (newest ?? {}) as Partial<NewestMessages>;
  const isMarked = mark !== undefined && mark === (position as Position | undefined)?.mark;
  if (kept && isMarked && isRead(kept, list)) return { kept, isWhole: false };
  const [whole] = (await database.read([chatKey(chatId)])) as [KeptMessages?];
  return whole ? { kept: whole, isWhole: true } : null;
}

/** What is unread is begun at its first message, which may be further up. */
function isRead({ chatId, end }: KeptMessages, list: unknown): boolean {
  const { chats } = (list ?? {}) as { readonly chats?: readonly KeptChat[] };
  const listed = chats?.find((one) => one.listed.chatId === chatId)?.listed;
  return listed?.unread === 0 && end <= listed.lastMessage.seq;
}
