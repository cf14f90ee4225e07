// The list of chats as this client knows it (ADR 0041): what the server's list said last, and on top of it what events and
// pages have brought since. Read marks only move forward.
import type { Chat, ChatPage, Message } from '../api/chats.js';
import type { Mute } from '../api/mutes.js';
import { noMessages, type ChatMessages } from './messages.js';
import { covers } from './ranges.js';

export interface ReadMark {
  readonly chatId: string;
  readonly userId: string;
  /** Everything up to this message has been read. */
  readonly seq: number;
}

/** A chat as the server's list had it, with later read marks. */
export interface ListedChat {
  readonly listed: Chat;
  readonly readSeq: number;
  readonly readByPartnerSeq: number;
  /** As an event or a page had it when the event numbered `stamp` had been received. */
  readonly mute: { readonly until: string | null; readonly stamp: number };
  readonly stamp: number;
  /** It has to be read anew. */
  readonly isStale: boolean;
}

export interface ChatList {
  readonly chats: ReadonlyMap<string, ListedChat>;
  /** Of the next page; null behind the last one. */
  readonly cursor: string | null;
  /** Counts the times at which the list had to be read anew. */
  readonly round: number;
  /** Whether it was, as far as it was loaded before. */
  readonly isChecked: boolean;
  /** Whether it was ever. */
  readonly isLoaded: boolean;
  readonly hasMore: boolean;
}

/** A chat as it was shown when the event numbered `stamp` had been received; -1 if events may have been missed since. */
export interface KeptChat {
  readonly listed: Chat;
  readonly stamp: number;
}

export const noChats: ChatList = {
  chats: new Map(),
  cursor: '',
  round: 0,
  isChecked: false,
  isLoaded: false,
  hasMore: false,
};

/** What a page of the list was asked for. */
export interface ListRequest {
  readonly cursor: string;
  readonly round: number;
  readonly stamp: number;
}

export function putChatPage(list: ChatList, page: ChatPage, request: ListRequest): ChatList {
  const chats = new Map(list.chats);
  const isCurrent = request.round === list.round;
  for (const chat of page.chats) {
    const before = chats.get(chat.chatId);
    const put = putListed(before, chat, request.stamp);
    chats.set(chat.chatId, { ...put, isStale: !isCurrent && before?.isStale !== false });
  }
  if (!isCurrent) return { ...list, chats };
  // A chat all of whose messages were hidden is in no page.
  if (page.nextCursor === null)
    for (const [chatId, { isStale }] of chats) if (isStale) chats.delete(chatId);
  const isChecked = ![...chats.values()].some(({ isStale }) => isStale);
  const isLoaded = list.isLoaded || isChecked;
  const hasMore = page.nextCursor !== null;
  return { ...list, chats, cursor: page.nextCursor, isChecked, isLoaded, hasMore };
}

/** With what the device keeps, which is read anew like everything that was loaded before. */
export function withKept(list: ChatList, kept: readonly KeptChat[]): ChatList {
  const chats = new Map(list.chats);
  for (const { listed, stamp } of kept) {
    const before = chats.get(listed.chatId);
    // A list that is up to date has all that it should have.
    if (before ? before.stamp >= stamp : list.isChecked) continue;
    const put = putListed(before, listed, stamp);
    chats.set(listed.chatId, { ...put, isStale: before?.isStale ?? true });
  }
  return { ...list, chats, isLoaded: true };
}

/** The list has to be read anew; with `isMissed` because events may have been missed. */
export function suspectList(list: ChatList, { isMissed = false } = {}): ChatList {
  const chats = new Map<string, ListedChat>();
  for (const [chatId, chat] of list.chats) {
    const stamps = isMissed && { stamp: -1, mute: { ...chat.mute, stamp: -1 } };
    chats.set(chatId, { ...chat, isStale: true, ...stamps });
  }
  return { ...list, chats, cursor: '', round: list.round + 1, isChecked: false };
}

function putListed(before: ListedChat | undefined, listed: Chat, stamp: number) {
  const { readSeq, readByPartnerSeq } = listed;
  // A server of the release before says nothing of mutes.
  const listedMute = { until: listed.mutedUntil ?? null, stamp };
  const mute = before && before.mute.stamp > stamp ? before.mute : listedMute;
  if (!before || before.stamp < 0) return { listed, stamp, mute, readSeq, readByPartnerSeq };
  return {
    ...(stamp >= before.stamp ? { listed, stamp } : before),
    mute,
    readSeq: Math.max(readSeq, before.readSeq),
    readByPartnerSeq: Math.max(readByPartnerSeq, before.readByPartnerSeq),
  };
}

export function putReadMark(chat: ListedChat, me: string, { userId, seq }: ReadMark): ListedChat {
  return userId === me
    ? { ...chat, readSeq: Math.max(chat.readSeq, seq) }
    : { ...chat, readByPartnerSeq: Math.max(chat.readByPartnerSeq, seq) };
}

export function putMute(chat: ListedChat, { mutedUntil }: Mute, stamp: number): ListedChat {
  return stamp < chat.mute.stamp ? chat : { ...chat, mute: { until: mutedUntil, stamp } };
}

/** Whether the message may be among the unread ones that the list counted, and that cannot be counted here. */
export function isCountedThere(
  { listed, readSeq }: ListedChat,
  { known, end }: ChatMessages,
  seq: number,
): boolean {
  const last = Math.max(end, listed.lastMessage.seq);
  const isCounted = seq > readSeq && seq <= listed.lastMessage.seq;
  return isCounted && !covers(known, { from: readSeq + 1, to: last });
}

/** The chat as it is now. Null if its newest message is hidden and the one before is not known. */
export function toChat(
  { listed, readSeq, readByPartnerSeq, mute }: ListedChat,
  messages: ChatMessages = noMessages,
  me: string,
): Chat | null {
  const lastMessage = newestOf(messages, listed.lastMessage);
  if (!lastMessage) return null;
  const unread = unreadOf(listed, readSeq, messages, me);
  const mutedUntil = mute.until;
  return { ...listed, lastMessage, unread, readSeq, readByPartnerSeq, mutedUntil };
}

function newestOf({ held, known, gone, end }: ChatMessages, listed: Message): Message | null {
  const isGone = gone.has(listed.seq);
  let seq = isGone ? 0 : listed.seq;
  for (const one of held.keys()) seq = Math.max(seq, one);
  // What lies between it and the end may hold a newer one.
  if (isGone && !covers(known, { from: Math.max(1, seq), to: end })) return null;
  return held.get(seq)?.message ?? (isGone ? null : listed);
}

function unreadOf(listed: Chat, readSeq: number, messages: ChatMessages, me: string): number {
  const { held, known, end } = messages;
  const isUnread = ({ senderId, deletedAt }: Message) => senderId !== me && deletedAt === null;
  const countAfter = (from: number) => {
    let count = 0;
    for (const { message } of held.values())
      if (message.seq > from && isUnread(message)) count += 1;
    return count;
  };
  const last = Math.max(end, listed.lastMessage.seq);
  if (covers(known, { from: readSeq + 1, to: last })) return countAfter(readSeq);
  const before = readSeq > listed.readSeq ? listed.lastMessage.seq - readSeq : listed.unread;
  const base = Math.max(0, Math.min(listed.unread, before));
  return base + countAfter(Math.max(readSeq, listed.lastMessage.seq));
}

export function byNewest(a: Chat, b: Chat): number {
  return a.lastMessage.createdAt < b.lastMessage.createdAt ? 1 : -1;
}
