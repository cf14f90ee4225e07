// The list of chats as this client knows it (ADR 0041): what the server's list said last, and on top of it what events and
// pages have brought since. Read marks only move forward.
import type { Chat, ChatPage, Message } from '../api/chats.js';
import { laterFlags, listedFlags, restamped, withFlags, type StampedFlags } from './chat-flags.js';
import { laterPins, listedPins, pinnedOf, restampedPins, type ChatPins } from './chat-pins.js';
import { forgetStale, noMessages, type ChatMessages } from './messages.js';
import { covers } from './ranges.js';

export interface ReadMark {
  readonly chatId: string;
  readonly userId: string;
  /** Everything up to this message has been read. */
  readonly seq: number;
}

/** How far this person has read a chat, and their partner. */
interface Marks {
  readonly readSeq: number;
  readonly readByPartnerSeq: number;
}

const noMarks: Marks = { readSeq: 0, readByPartnerSeq: 0 };

/** A chat as the server's list had it, with later read marks. */
export interface ListedChat {
  readonly listed: Chat;
  readonly readSeq: number;
  readonly readByPartnerSeq: number;
  /** What has been marked since events may have been missed; an older page does not know it. */
  readonly marked: Marks;
  /** As an event or a page had it when the event numbered `stamp` had been received. */
  readonly mute: { readonly until: string | null; readonly stamp: number };
  readonly expiry: { readonly seconds: number | null; readonly stamp: number };
  readonly flags: StampedFlags;
  readonly pins: ChatPins;
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
  /** The lowest stamp of the pages of this round: a chat may have moved from one of them to one that was here already. */
  readonly from: number;
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
  from: Infinity,
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
  // The same page may have been asked for twice.
  const isCurrent = request.round === list.round && request.cursor === list.cursor;
  for (const chat of page.chats) {
    const before = chats.get(chat.chatId);
    // It may be hidden by now: a list that is up to date has all that it should have.
    if (!isCurrent && !before && list.isChecked) continue;
    // Of two that were asked for at the same time nobody knows which was read later; what the first one lacked is dealt with.
    const isAgain = !isCurrent && before?.isStale === false && before.stamp === request.stamp;
    const put = putListed(before, isAgain ? before.listed : chat, request.stamp);
    chats.set(chat.chatId, { ...put, isStale: !isCurrent && before?.isStale !== false });
  }
  if (!isCurrent) return { ...list, chats };
  // A chat all of whose messages were hidden is in no page.
  if (page.nextCursor === null)
    for (const [chatId, { isStale }] of chats) if (isStale) chats.delete(chatId);
  const isChecked = ![...chats.values()].some(({ isStale }) => isStale);
  const isLoaded = list.isLoaded || isChecked;
  const hasMore = page.nextCursor !== null;
  const from = Math.min(list.from, request.stamp);
  return { ...list, chats, cursor: page.nextCursor, from, isChecked, isLoaded, hasMore };
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
    const none = () => -1;
    const mute = { ...chat.mute, stamp: -1 };
    const expiry = { ...chat.expiry, stamp: -1 };
    const [flags, pins] = [restamped(chat.flags, none), restampedPins(chat.pins, none)];
    const stamps = { stamp: -1, mute, expiry, flags, pins, marked: noMarks };
    chats.set(chatId, { ...chat, isStale: true, ...(isMissed && stamps) });
  }
  return { ...list, chats, cursor: '', round: list.round + 1, from: Infinity, isChecked: false };
}

/** What is known of the list is at least as new as the event with this number. */
export function withFloor(list: ChatList, floor: number): ChatList {
  const raised = (stamp: number) => (stamp < 0 ? stamp : Math.max(stamp, floor));
  const chats = [...list.chats].map(([chatId, chat]): [string, ListedChat] => {
    const mute = { ...chat.mute, stamp: raised(chat.mute.stamp) };
    const expiry = { ...chat.expiry, stamp: raised(chat.expiry.stamp) };
    const flags = restamped(chat.flags, raised);
    const pins = restampedPins(chat.pins, raised);
    return [chatId, { ...chat, mute, expiry, flags, pins, stamp: raised(chat.stamp) }];
  });
  return { ...list, chats: new Map(chats), from: Math.max(list.from, floor) };
}

function putListed(before: ListedChat | undefined, listed: Chat, stamp: number) {
  // A server of the release before says nothing of either.
  const listedMute = { until: listed.mutedUntil ?? null, stamp };
  const listedExpiry = { seconds: listed.expirySeconds ?? null, stamp };
  const mute = before && before.mute.stamp > stamp ? before.mute : listedMute;
  const expiry = before && before.expiry.stamp > stamp ? before.expiry : listedExpiry;
  const marked = before?.marked ?? noMarks;
  const known = before && before.stamp >= 0 ? before : marked;
  return {
    ...(before && before.stamp > stamp ? before : { listed, stamp }),
    ...{ mute, expiry, marked, ...laterMarks(listed, known) },
    flags: laterFlags(before?.flags, listedFlags(listed, stamp)),
    pins: laterPins(before?.pins, listedPins(listed, stamp)),
  };
}

const laterMarks = (one: Marks, other: Marks): Marks => ({
  readSeq: Math.max(one.readSeq, other.readSeq),
  readByPartnerSeq: Math.max(one.readByPartnerSeq, other.readByPartnerSeq),
});

export function putReadMark(chat: ListedChat, me: string, { userId, seq }: ReadMark): ListedChat {
  const mark = { ...noMarks, [userId === me ? 'readSeq' : 'readByPartnerSeq']: seq };
  return { ...chat, ...laterMarks(chat, mark), marked: laterMarks(chat.marked, mark) };
}

export function putMute(chat: ListedChat, until: string | null, stamp: number): ListedChat {
  return stamp < chat.mute.stamp ? chat : { ...chat, mute: { until, stamp } };
}

export function putExpiry(chat: ListedChat, seconds: number | null, stamp: number): ListedChat {
  return stamp < chat.expiry.stamp ? chat : { ...chat, expiry: { seconds, stamp } };
}

/** Whether the message may be among the unread ones that the list counted, and that cannot be counted here. */
export function isCountedThere(chat: ListedChat, messages: ChatMessages, seq: number): boolean {
  const { listed, readSeq } = chat;
  const { known, end } = confirmedFor(chat, messages);
  const last = Math.max(end, listed.lastMessage.seq);
  const isCounted = seq > readSeq && seq <= listed.lastMessage.seq;
  return isCounted && !covers(known, { from: readSeq + 1, to: last });
}

/** Whether it can be said how many are unread: what the list counted is of no use once some of them have been read. */
export function isUnreadKnown(chat: ListedChat, messages: ChatMessages): boolean {
  const { listed, readSeq } = chat;
  const { known, end } = confirmedFor(chat, messages);
  const isCounted = readSeq <= listed.readSeq || listed.unread === 0;
  const last = Math.max(end, listed.lastMessage.seq);
  if (isCounted || readSeq >= listed.lastMessage.seq) return true;
  return covers(known, { from: readSeq + 1, to: last });
}

/** The chat as it is now. Null if its newest message is hidden and the one before is not known. */
export function toChat(
  chat: ListedChat,
  known: ChatMessages = noMessages,
  me: string,
): Chat | null {
  const { listed, readSeq, readByPartnerSeq, mute, expiry, flags, pins } = chat;
  const messages = confirmedFor(chat, known);
  const lastMessage = newestOf(messages, listed.lastMessage);
  if (!lastMessage) return null;
  const unread = unreadOf(listed, readSeq, messages, me);
  const mutedUntil = mute.until;
  const pinned = [...pinnedOf(pins, messages)];
  const shown = { ...listed, lastMessage, unread, readSeq, readByPartnerSeq, mutedUntil, pinned };
  return withFlags({ ...shown, expirySeconds: expiry.seconds }, flags);
}

/** What a list that is newer than anything that may have been missed says nothing of, and what was confirmed since. */
function confirmedFor({ stamp }: ListedChat, messages: ChatMessages): ChatMessages {
  return messages.isChecked || stamp < messages.since ? messages : forgetStale(messages);
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

/** Two of the same millisecond stand in the same order in every tab. */
export function byNewest(a: Chat, b: Chat): number {
  const [one, other] = [a, b].map(
    ({ lastMessage, chatId }) => `${lastMessage.createdAt} ${chatId}`,
  );
  return one! < other! ? 1 : -1;
}
