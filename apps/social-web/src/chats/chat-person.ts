import { useQuery, type QueryClient } from '@tanstack/react-query';
import { friendsQuery, type Friend } from '../friends/friends.js';
import { useMe } from '../session/session.js';
import { knownChat, partnerOf, useChat } from './chats.js';

function friendIn(friends: readonly Friend[] | undefined, chatId: string, me: string) {
  return friends?.find(({ id }) => id === partnerOf(chatId, me));
}

/** Whom one has a chat with: a friend, or somebody one has written with. */
export function useChatPerson(chatId: string) {
  const { id: me } = useMe();
  const { data: relations } = useQuery(friendsQuery);
  const chat = useChat(chatId);
  return friendIn(relations?.friends, chatId, me) ?? chat?.person;
}

/** The same outside of a page, as far as it is known here. */
export function chatPersonIn(client: QueryClient, chatId: string, me: string) {
  const friends = client.getQueryData(friendsQuery.queryKey)?.friends;
  return friendIn(friends, chatId, me) ?? knownChat(client, chatId)?.person;
}
