import { queryOptions } from '@tanstack/react-query';
import { dataOf, socialApi } from './client.js';
import { hasNetwork } from './has-network.js';
import { keys } from './query-cache.js';

/** A page of the chats with at least one message, the one with the newest first. */
export async function readChatPage(cursor: string) {
  const query = { limit: 100, ...(cursor && { cursor }) };
  return dataOf(socialApi.GET('/api/chats', { params: { query } }));
}

export type ChatPage = Awaited<ReturnType<typeof readChatPage>>;
export type Chat = ChatPage['chats'][number];
export type Message = Chat['lastMessage'];
/** What a reply shows of the message that it replies to. */
export type Quote = NonNullable<Message['replyTo']>;

/** A message that is replied to, without a word of it: what waits on the device holds no words of others. */
export type ReplyTarget = Pick<Message, 'id' | 'seq' | 'senderId'>;

/** A place in the history, for a query of it; empty for its end. */
export type Position = {
  readonly before?: number;
  readonly after?: number;
  readonly around?: number;
};

/** Messages of a page of history, at most. */
export const pageSize = 50;

export async function readHistoryPage(chatId: string, position: Position) {
  const query = { chatId, limit: pageSize, ...position };
  return dataOf(socialApi.GET('/api/messages', { params: { query } }));
}

export type HistoryPage = Awaited<ReturnType<typeof readHistoryPage>>;

/** The pinned messages of a chat, wherever they are in its history. */
export async function readPinned(chatId: string): Promise<readonly Message[]> {
  const params = { query: { chatId } };
  return (await dataOf(socialApi.GET('/api/messages/pinned', { params }))).messages;
}

/** The other one of the two user ids that a chat's id is made of. */
export function partnerOf(chatId: string, me: string): string {
  const [one = '', other = ''] = chatId.split('--');
  return one === me ? other : one;
}

/** Whether the chat with this id would be one of theirs. */
export function isMember(chatId: string, me: string): boolean {
  return chatId.split('--').includes(me);
}

/** For how long messages can be changed, and what they may hold. */
export const messageLimitsQuery = queryOptions({
  queryKey: keys.messageLimits,
  queryFn: () => dataOf(socialApi.GET('/api/message/limits')),
  staleTime: Infinity,
});

/** Long enough for a slow network. Milliseconds. */
const askedFor = 5_000;

/** The reply says it (`server-clock.ts`); without one the clock of this device is believed. */
export async function askServerTime(): Promise<void> {
  if (!hasNetwork()) return;
  const asking = socialApi.GET('/api/message/limits', { signal: AbortSignal.timeout(askedFor) });
  await asking.catch(() => {});
}
