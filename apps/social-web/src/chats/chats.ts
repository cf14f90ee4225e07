import {
  infiniteQueryOptions,
  useInfiniteQuery,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '../api/query-keys.js';
import { dataOf, socialApi } from '../api/social-api.js';

async function readPage(cursor: string) {
  const query = { limit: 100, ...(cursor && { cursor }) };
  return dataOf(socialApi.GET('/api/chats', { params: { query } }));
}

type ChatPage = Awaited<ReturnType<typeof readPage>>;
export type Chats = InfiniteData<ChatPage>;
export type Chat = ChatPage['chats'][number];
export type Message = Chat['lastMessage'];

/** Conversations, the one with the newest message first. */
export const chatsQuery = infiniteQueryOptions({
  queryKey: keys.chats,
  queryFn: ({ pageParam }) => readPage(pageParam),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

export function chatsOf(chats: Pick<Chats, 'pages'>): Chat[] {
  return chats.pages.flatMap((page) => page.chats);
}

/** The chat, if it is among those that this tab has loaded. */
export function knownChat(client: QueryClient, chatId: string): Chat | undefined {
  const chats = client.getQueryData(chatsQuery.queryKey);
  return chats && chatsOf(chats).find((chat) => chat.chatId === chatId);
}

/**
 * The chat with this id; null while nobody knows whether there is one: the list is read on until it comes. Undefined
 * when it has no message yet, or is not one's own.
 */
export function useChat(chatId: string): Chat | null | undefined {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(chatsQuery);
  const chat = data && chatsOf(data).find((one) => one.chatId === chatId);
  const isWanted = data !== undefined && !chat && hasNextPage && !isError;
  useEffect(() => {
    // Several may wait for the same page.
    if (isWanted && !isFetching) void fetchNextPage({ cancelRefetch: false });
  }, [isWanted, isFetching, fetchNextPage]);
  return chat ?? (data && !isWanted ? undefined : null);
}

/** The list with one chat changed, and in its place again; the pages keep their lengths, for the rest goes on as before. */
export function withChat(chats: Chats, chatId: string, change: (chat: Chat) => Chat): Chats {
  const changed = chatsOf(chats).map((chat) => (chat.chatId === chatId ? change(chat) : chat));
  changed.sort((a, b) => (a.lastMessage.createdAt < b.lastMessage.createdAt ? 1 : -1));
  const pages = chats.pages.map((page) => ({
    ...page,
    chats: changed.splice(0, page.chats.length),
  }));
  return { ...chats, pages };
}

/** The other one of the two ids that a chat's id is made of. */
export function partnerOf(chatId: string, me: string): string {
  const [one = '', other = ''] = chatId.split('--');
  return one === me ? other : one;
}
