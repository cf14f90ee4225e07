import { parseCursor, toPage } from '../paging/cursor.js';
import { toChatId } from '../people/user-ids.js';
import type { Waker } from '../events/wakeups.js';
import { requireChat, requireOwn } from './chat-access.js';
import { readHistory, type History, type HistoryRequest } from './history.js';
import { textFault } from './message-rules.js';
import type { ChatSummary, MessageStore } from './message-store.port.js';
import { ClientIdReused, InvalidText, NotInChat } from './messages.errors.js';
import { toVisible, type VisibleMessage } from './message-mapping.js';

export interface MessagesDependencies {
  readonly store: MessageStore;
  readonly wakeups: Waker;
}

export interface Messages {
  send(me: string, draft: Draft): Promise<VisibleMessage>;
  read(me: string, chatId: string, page: HistoryRequest): Promise<VisibleHistory>;
  listChats(me: string, page: ChatsRequest): Promise<ChatPage>;
  markRead(me: string, mark: { chatId: string; seq: number }): Promise<{ changed: boolean }>;
}

interface Draft {
  readonly chatId: string;
  readonly text: string;
  readonly clientId?: string;
}

export interface ChatsRequest {
  readonly cursor?: string;
  readonly limit?: number;
}

type VisibleHistory = Omit<History, 'messages'> & { messages: VisibleMessage[] };

type ChatItem = Omit<ChatSummary, 'pair' | 'lastMessage'> & {
  chatId: string;
  lastMessage: VisibleMessage;
};

export interface ChatPage {
  readonly chats: ChatItem[];
  readonly nextCursor: string | null;
}

const defaultChatPage = 200;

export function createMessages({ store, wakeups }: MessagesDependencies): Messages {
  return {
    async send(me, { chatId, text, clientId }) {
      const fault = textFault(text);
      if (fault) throw new InvalidText(fault);
      const pair = requireOwn(me, chatId);
      const sent = await store.send(pair, { senderId: me, clientId: clientId ?? null, text });
      if (sent === 'not-friends') throw new NotInChat();
      if (sent === 'client-id-reused') throw new ClientIdReused();
      wakeups.wake([pair.lo, pair.hi]);
      return toVisible(sent, me);
    },
    async read(me, chatId, request) {
      const pair = await requireChat(store, me, chatId);
      const history = await readHistory(store, pair, me, request);
      return { ...history, messages: history.messages.map((each) => toVisible(each, me)) };
    },
    async listChats(me, { cursor, limit = defaultChatPage }) {
      const after = cursor === undefined ? null : parseCursor(cursor);
      const found = await store.listChats(me, after, limit + 1);
      const { items, nextCursor } = toPage(found, limit, toCursor);
      return { chats: items.map((chat) => toItem(chat, me)), nextCursor };
    },
    async markRead(me, { chatId, seq }) {
      const pair = await requireChat(store, me, chatId);
      const changed = await store.markRead(pair, me, seq);
      if (changed) wakeups.wake([pair.lo, pair.hi]);
      return { changed };
    },
  };
}

function toCursor({ lastMessage, person }: ChatSummary) {
  return { at: lastMessage.createdAt, id: person.id };
}

function toItem({ pair, lastMessage, ...chat }: ChatSummary, me: string): ChatItem {
  return { ...chat, chatId: toChatId(pair), lastMessage: toVisible(lastMessage, me) };
}
