import { parseChatId, partnerOf, toChatId, type UserPair } from '../pairs/user-pair.js';
import type { Waker } from '../realtime/wakeups.port.js';
import { faultOfText } from './message-text-mapping.js';
import type { ChatSummary, MessageStore, StoredMessage } from './message-store.port.js';
import { ClientIdReused, InvalidText, NotInChat } from './messages.errors.js';

export interface MessagesParts {
  readonly store: MessageStore;
  readonly wakeups: Waker;
}

/** A message as one of the two sees it. */
export type VisibleMessage = Omit<StoredMessage, 'clientId'> & { clientId?: string };

export interface Messages {
  send(me: string, draft: Draft): Promise<VisibleMessage>;
  read(me: string, page: PageRequest): Promise<Page>;
  listChats(me: string): Promise<{ chats: ChatItem[] }>;
  markRead(me: string, mark: { chatId: string; seq: number }): Promise<{ changed: boolean }>;
}

interface Draft {
  readonly chatId: string;
  readonly text: string;
  readonly clientId?: string;
}

interface PageRequest {
  readonly chatId: string;
  readonly before?: number;
  readonly limit?: number;
}

interface Page {
  readonly messages: VisibleMessage[];
  /** Where the page before this one ends; null at the beginning. */
  readonly nextCursor: number | null;
}

type ChatItem = Omit<ChatSummary, 'pair' | 'lastMessage'> & {
  chatId: string;
  lastMessage: VisibleMessage;
};

const defaultPage = 50;

export function createMessages({ store, wakeups }: MessagesParts): Messages {
  async function openChat(me: string, chatId: string): Promise<UserPair> {
    const pair = requireOwn(me, chatId);
    if (!(await store.hasChat(pair))) throw new NotInChat();
    return pair;
  }

  return {
    async send(me, { chatId, text, clientId }) {
      const fault = faultOfText(text);
      if (fault) throw new InvalidText(fault);
      const pair = requireOwn(me, chatId);
      const sent = await store.send(pair, { senderId: me, clientId: clientId ?? null, text });
      if (sent === 'not-friends') throw new NotInChat();
      if (sent === 'client-id-reused') throw new ClientIdReused();
      wakeups.wake([pair.lo, pair.hi]);
      return toVisible(sent, me);
    },
    async read(me, { chatId, before = null, limit = defaultPage }) {
      const pair = await openChat(me, chatId);
      const found = await store.listBefore(pair, before, limit + 1);
      const page = found.slice(0, limit);
      const more = found.length > limit;
      return {
        messages: page.reverse().map((message) => toVisible(message, me)),
        nextCursor: more ? (page[0]?.seq ?? null) : null,
      };
    },
    async listChats(me) {
      const chats = await store.listChats(me);
      return {
        chats: chats.map(({ pair, lastMessage, ...chat }) => {
          return { ...chat, chatId: toChatId(pair), lastMessage: toVisible(lastMessage, me) };
        }),
      };
    },
    async markRead(me, { chatId, seq }) {
      const pair = await openChat(me, chatId);
      const changed = await store.markRead(pair, me, seq);
      if (changed) wakeups.wake([pair.lo, pair.hi]);
      return { changed };
    },
  };
}

/** The chat's id says who its two are; whether they are friends only the store knows. */
function requireOwn(me: string, chatId: string): UserPair {
  const pair = parseChatId(chatId);
  if (!pair || partnerOf(pair, me) === null) throw new NotInChat();
  return pair;
}

/** `clientId` is between a sender and the server. */
export function toVisible({ clientId, ...message }: StoredMessage, me: string): VisibleMessage {
  return clientId !== null && message.senderId === me ? { ...message, clientId } : message;
}
