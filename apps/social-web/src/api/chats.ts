import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMe } from './account.js';
import { dataOf, socialApi } from './client.js';
import { friendsQuery, type Friend } from './friends.js';
import { keys } from './query-cache.js';

async function readPage(cursor: string) {
  const query = { limit: 100, ...(cursor && { cursor }) };
  return dataOf(socialApi.GET('/api/chats', { params: { query } }));
}

type ChatPage = Awaited<ReturnType<typeof readPage>>;
export type Chats = InfiniteData<ChatPage>;
export type Chat = ChatPage['chats'][number];
export type Message = Chat['lastMessage'];

/** Chats with at least one message, the one with the newest first. */
export const chatsQuery = infiniteQueryOptions({
  queryKey: keys.chats,
  queryFn: ({ pageParam }) => readPage(pageParam),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

export function chatsOf(chats: Pick<Chats, 'pages'>): Chat[] {
  return chats.pages.flatMap((page) => page.chats);
}

function findChat(chats: Chats | undefined, chatId: string): Chat | undefined {
  return chats && chatsOf(chats).find((chat) => chat.chatId === chatId);
}

/**
 * The chat with this id; null while that is not known: further pages are fetched until it is found. Undefined when it
 * has no message yet, or belongs to others.
 */
export function useChat(chatId: string): Chat | null | undefined {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(chatsQuery);
  const chat = findChat(data, chatId);
  const isWanted = data !== undefined && !chat && hasNextPage && !isError;
  useEffect(() => {
    // Several components may wait for the same page.
    if (isWanted && !isFetching) void fetchNextPage({ cancelRefetch: false });
  }, [isWanted, isFetching, fetchNextPage]);
  return chat ?? (data && !isWanted ? undefined : null);
}

/** The list with one chat changed and sorted again. Pages keep their lengths, so the cursor of the next page holds. */
export function withChat(chats: Chats, chatId: string, change: (chat: Chat) => Chat): Chats {
  const changed = chatsOf(chats).map((chat) => (chat.chatId === chatId ? change(chat) : chat));
  changed.sort((a, b) => (a.lastMessage.createdAt < b.lastMessage.createdAt ? 1 : -1));
  const pages = chats.pages.map((page) => ({
    ...page,
    chats: changed.splice(0, page.chats.length),
  }));
  return { ...chats, pages };
}

/** Changes a chat in the cache; one that is not loaded is fetched with its list. */
function changeChat(client: QueryClient, chatId: string, change: (chat: Chat) => Chat): void {
  const chats = client.getQueryData(chatsQuery.queryKey);
  if (!chats) return;
  if (findChat(chats, chatId))
    client.setQueryData(chatsQuery.queryKey, withChat(chats, chatId, change));
  else void client.invalidateQueries({ queryKey: keys.chats });
}

/** Shows the message as its chat's last one, unless a newer one is known. */
export function putLastMessage(client: QueryClient, me: string, message: Message): void {
  const { chatId, senderId, seq } = message;
  changeChat(client, chatId, (chat) => {
    const lastSeq = chat.lastMessage.seq;
    if (seq < lastSeq) return chat;
    const isUnread = seq > lastSeq && senderId !== me && seq > chat.readSeq;
    return { ...chat, lastMessage: message, unread: chat.unread + (isUnread ? 1 : 0) };
  });
}

export interface ReadMark {
  readonly chatId: string;
  readonly userId: string;
  /** Everything up to this message has been read. */
  readonly seq: number;
}

export function putReadMark(client: QueryClient, me: string, mark: ReadMark): void {
  changeChat(client, mark.chatId, (chat) => {
    if (mark.userId !== me)
      return { ...chat, readByPartnerSeq: Math.max(chat.readByPartnerSeq, mark.seq) };
    const readSeq = Math.max(chat.readSeq, mark.seq);
    return { ...chat, readSeq, unread: readSeq >= chat.lastMessage.seq ? 0 : chat.unread };
  });
}

/** The other one of the two user ids that a chat's id is made of. */
export function partnerOf(chatId: string, me: string): string {
  const [one = '', other = ''] = chatId.split('--');
  return one === me ? other : one;
}

export function friendOf(friends: readonly Friend[] | undefined, chatId: string, me: string) {
  return friends?.find(({ id }) => id === partnerOf(chatId, me));
}

/** The person on the other side of a chat: a friend, or somebody with whom messages were exchanged. */
export function usePartner(chatId: string) {
  const { id: me } = useMe();
  const { data: relations } = useQuery(friendsQuery);
  const chat = useChat(chatId);
  return friendOf(relations?.friends, chatId, me) ?? chat?.person;
}

/** The same outside of components, from what the cache holds. */
export function cachedPartner(client: QueryClient, chatId: string, me: string) {
  const friends = client.getQueryData(friendsQuery.queryKey)?.friends;
  const chats = client.getQueryData(chatsQuery.queryKey);
  return friendOf(friends, chatId, me) ?? findChat(chats, chatId)?.person;
}
