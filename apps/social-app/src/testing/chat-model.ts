import { toSeenChat, type SeenChat, type View } from './chat-view.js';

/** The plainest form of what the service keeps: no database, no events, nothing at the same time. */
export interface ModelMessage {
  readonly seq: number;
  readonly id: string;
  readonly senderId: string;
  readonly clientId: string | null;
  /** The number of the message that it replies to. */
  readonly replyTo: number | null;
  readonly forwarded: boolean;
  text: string;
  edited: boolean;
  deleted: boolean;
  readonly reactions: Set<string>;
  readonly hiddenFor: Set<string>;
}

export interface ModelChat {
  readonly id: string;
  readonly users: readonly [string, string];
  friends: boolean;
  readonly messages: ModelMessage[];
  /** Numbers of pinned messages. */
  readonly pins: Set<number>;
  readonly read: Map<string, number>;
  readonly shown: Map<string, number>;
  /** Who has put it away, and who is to read it again. */
  readonly archivedBy: Set<string>;
  readonly unreadBy: Set<string>;
}

export interface ChatModel {
  readonly chats: readonly ModelChat[];
  readonly private: Set<string>;
  emailOf(userId: string): string;
  viewOf(me: string): View;
}

/** Everyone is friends with everyone. */
export function createChatModel(users: readonly { id: string; email: string }[]): ChatModel {
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  const sorted = [...emails.keys()].sort();
  const chats = sorted.flatMap((lo, n) => sorted.slice(n + 1).map((hi) => newChat(lo, hi)));
  const silent = new Set<string>();
  return {
    chats,
    private: silent,
    emailOf: (userId) => emails.get(userId) ?? '',
    viewOf(me) {
      const own = chats.filter(({ users: pair }) => pair.includes(me));
      const friends = own.filter((chat) => chat.friends).map((chat) => partnerIn(chat, me));
      const seen = own.map((chat) => [chat.id, viewChat(chat, me)] as const);
      return {
        friends: friends.sort(),
        readReceipts: !silent.has(me),
        chats: Object.fromEntries(seen.filter(([, { messages }]) => messages.length > 0)),
      };
    },
  };
}

function newChat(lo: string, hi: string): ModelChat {
  return {
    id: `${lo}--${hi}`,
    users: [lo, hi],
    friends: true,
    messages: [],
    pins: new Set(),
    read: new Map(),
    shown: new Map(),
    archivedBy: new Set(),
    unreadBy: new Set(),
  };
}

export function partnerIn({ users: [lo, hi] }: ModelChat, me: string): string {
  return me === lo ? hi : lo;
}

function quoteIn({ messages }: ModelChat, replyTo: number, me: string): string {
  const quoted = messages.find(({ seq }) => seq === replyTo);
  return `${replyTo} ${quoted?.hiddenFor.has(me) ? '' : quoted?.text}`;
}

const byNumber = (a: number, b: number) => a - b;

function viewChat(chat: ModelChat, me: string): SeenChat {
  const messages = chat.messages
    .filter(({ hiddenFor }) => !hiddenFor.has(me))
    .sort((a, b) => a.seq - b.seq)
    .map(({ seq, senderId, text, edited, deleted, reactions, replyTo, ...message }) => {
      const quote = deleted || replyTo === null ? null : quoteIn(chat, replyTo, me);
      const [forwarded, sorted] = [message.forwarded && !deleted, [...reactions].sort()];
      return { seq, senderId, text, edited, deleted, forwarded, reactions: sorted, quote };
    });
  const readSeq = chat.read.get(me) ?? 0;
  const readByPartnerSeq = chat.shown.get(partnerIn(chat, me)) ?? 0;
  const pinned = [...chat.pins].filter((seq) => messages.some((each) => each.seq === seq));
  return toSeenChat(me, messages, {
    readSeq,
    readByPartnerSeq,
    pinned: pinned.sort(byNumber),
    archived: chat.archivedBy.has(me),
    markedUnread: chat.unreadBy.has(me),
  });
}
