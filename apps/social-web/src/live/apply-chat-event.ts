import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';
import { chatsQuery, knownChat, withChat, type Chat, type Message } from '../chats/chats.js';
import { withMessage, withoutMessage, type History } from '../conversation/history.js';
import { announce } from './announcements.js';
import { notifyOf } from './notifications.js';
import type { LiveEvent } from './event-types.js';
import { forgetTyping } from './typing.js';

type MessageEventType = 'message' | 'message_edited' | 'message_deleted' | 'reaction';

export type ChatEvent =
  | { type: MessageEventType; data: { chatId: string; seq: number; message: Message | null } }
  | { type: 'message_hidden'; data: { chatId: string; seq: number } }
  | { type: 'read'; data: { chatId: string; userId: string; seq: number } };

const chatEventTypes: ReadonlySet<string> = new Set<ChatEvent['type']>([
  'message',
  'message_edited',
  'message_deleted',
  'reaction',
  'message_hidden',
  'read',
]);

export function isChatEvent(event: LiveEvent): event is LiveEvent & ChatEvent {
  return chatEventTypes.has(event.type);
}

export function applyChatEvent(client: QueryClient, me: string, event: ChatEvent): void {
  const { chatId, seq } = event.data;
  switch (event.type) {
    case 'read':
      return changeChat(client, chatId, (chat) => withReadMark(chat, me, event.data));
    case 'message_hidden':
      changeHistories(client, chatId, (history) => withoutMessage(history, seq));
      // Which message is the last one now, only the server knows.
      return void client.invalidateQueries({ queryKey: keys.chats });
    default:
      if (event.data.message) putMessage(client, me, event.data.message, event.type === 'message');
  }
}

/** Where a message belongs: in the open histories, and at the top of the list of chats if it is new. */
export function putMessage(
  client: QueryClient,
  me: string,
  message: Message,
  isNew: boolean,
): void {
  changeHistories(client, message.chatId, (history) => withMessage(history, message));
  if (isNew && message.senderId !== me) {
    forgetTyping(client, message.chatId);
    notifyOf(client, me, message);
    announce(client, message);
  }
  changeChat(client, message.chatId, (chat) => withLast(chat, me, message));
}

function withLast(chat: Chat, me: string, message: Message): Chat {
  const last = chat.lastMessage;
  if (message.seq < last.seq) return chat;
  const isUnread = message.seq > last.seq && message.senderId !== me && message.seq > chat.readSeq;
  return { ...chat, lastMessage: message, unread: chat.unread + (isUnread ? 1 : 0) };
}

function withReadMark(
  chat: Chat,
  me: string,
  { userId, seq }: { userId: string; seq: number },
): Chat {
  if (userId !== me) return { ...chat, readByPartnerSeq: Math.max(chat.readByPartnerSeq, seq) };
  const readSeq = Math.max(chat.readSeq, seq);
  return { ...chat, readSeq, unread: readSeq >= chat.lastMessage.seq ? 0 : chat.unread };
}

function changeChat(client: QueryClient, chatId: string, change: (chat: Chat) => Chat): void {
  const chats = client.getQueryData(chatsQuery.queryKey);
  if (!chats) return;
  if (knownChat(client, chatId)) {
    client.setQueryData(chatsQuery.queryKey, withChat(chats, chatId, change));
  } else {
    void client.invalidateQueries({ queryKey: keys.chats });
  }
}

function changeHistories(
  client: QueryClient,
  chatId: string,
  change: (history: History) => History,
): void {
  client.setQueriesData<History>({ queryKey: keys.historiesOf(chatId) }, (history) =>
    history ? change(history) : history,
  );
}
