import { parseCursor, toPage } from '../paging/cursor.js';
import { toChatId, type UserPair } from '../people/user-ids.js';
import type { Waker } from '../events/wakeups.js';
import { requireChat, requireOwn } from './chat-access.js';
import { readHistory, type HistoryRequest } from './history.js';
import { textFault } from './message-rules.js';
import type { ChatSummary, MessageStore, NewMessage } from './message-store.port.js';
import {
  ClientIdReused,
  InvalidText,
  NothingToAttach,
  NothingToForward,
  NothingToReplyTo,
  NotInChat,
  TextMissing,
} from './messages.errors.js';
import { toVisible } from './message-mapping.js';

export type Messages = ReturnType<typeof createMessages>;

export interface Draft {
  readonly chatId: string;
  /** May be left out, or blank, beside files. */
  readonly text?: string;
  readonly clientId?: string;
  readonly replyTo?: string;
  readonly attachments?: readonly string[];
}

export interface Forward {
  readonly chatId: string;
  readonly messageId: string;
  readonly clientId?: string;
}

const defaultChatPage = 200;

export function createMessages(store: MessageStore, wakeups: Waker) {
  async function keep(me: string, pair: UserPair, message: Omit<NewMessage, 'senderId'>) {
    const sent = await store.send(pair, { senderId: me, ...message });
    if (sent === 'not-friends') throw new NotInChat();
    if (sent === 'client-id-reused') throw new ClientIdReused();
    if (sent === 'nothing-to-reply-to') throw new NothingToReplyTo();
    if (sent === 'nothing-to-forward') throw new NothingToForward();
    if (sent === 'nothing-to-attach') throw new NothingToAttach();
    wakeups.wake([pair.lo, pair.hi]);
    return toVisible(sent, me);
  }

  return {
    async send(me: string, { chatId, text: given, clientId, replyTo, attachments = [] }: Draft) {
      const text = requireText(given, attachments.length > 0);
      const pair = requireOwn(me, chatId);
      // An id is the same in capital letters: a repeated send is compared with what was stored.
      const [own, quoted] = [clientId ?? null, replyTo?.toLowerCase() ?? null];
      const files = attachments.map((id) => id.toLowerCase());
      const content = { text, replyTo: quoted, forward: null, attachments: files };
      return keep(me, pair, { clientId: own, ...content });
    },
    /** The statement that stores the copy takes the text of the original, if the sender sees that. */
    async forward(me: string, { chatId, messageId, clientId }: Forward) {
      const pair = requireOwn(me, chatId);
      const forward = messageId.toLowerCase();
      const content = { text: null, replyTo: null, forward, attachments: [] };
      return keep(me, pair, { clientId: clientId ?? null, ...content });
    },
    async read(me: string, chatId: string, request: HistoryRequest) {
      const pair = await requireChat(store, me, chatId);
      const history = await readHistory(store, pair, me, request);
      return { ...history, messages: history.messages.map((each) => toVisible(each, me)) };
    },
    async readPinned(me: string, chatId: string) {
      const pair = await requireChat(store, me, chatId);
      const pinned = await store.listPinned(pair, me);
      return { messages: pinned.map((each) => toVisible(each, me)) };
    },
    async listChats(
      me: string,
      { cursor, limit = defaultChatPage }: { cursor?: string; limit?: number },
    ) {
      const after = cursor === undefined ? null : parseCursor(cursor);
      const found = await store.listChats(me, after, limit + 1);
      const { items, nextCursor } = toPage(found, limit, toCursor);
      return { chats: items.map((chat) => toItem(chat, me)), nextCursor };
    },
    async markRead(me: string, { chatId, seq }: { chatId: string; seq: number }) {
      const pair = await requireChat(store, me, chatId);
      const changed = await store.markRead(pair, me, seq);
      if (changed) wakeups.wake([pair.lo, pair.hi]);
      return { changed };
    },
  };
}

/** Beside files a text that is blank is none. */
function requireText(text: string | undefined, hasFiles: boolean): string {
  if (text === undefined && !hasFiles) throw new TextMissing();
  if (hasFiles && (text ?? '').trim() === '') return '';
  const fault = textFault(text ?? '');
  if (fault) throw new InvalidText(fault);
  return text ?? '';
}

function toCursor({ listedAt, person }: ChatSummary) {
  return { at: listedAt, id: person.id };
}

function toItem(
  { pair, lastMessage, pinned, listedAt: _listedAt, ...rest }: ChatSummary,
  me: string,
) {
  const last = toVisible(lastMessage, me);
  return { ...rest, pinned: [...pinned], chatId: toChatId(pair), lastMessage: last };
}
