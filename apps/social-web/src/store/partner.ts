import type { QueryClient } from '@tanstack/react-query';
import { partnerOf, type Chat } from '../api/chats.js';
import { friendsQuery, type Friend } from '../api/friends.js';
import type { LocalStore } from './local-store.js';

export function friendOf(friends: readonly Friend[] | undefined, chatId: string, me: string) {
  return friends?.find(({ id }) => id === partnerOf(chatId, me));
}

/** A person of whom nothing is known any more but who they are: as of a friendship that has ended before anything was written. */
export const nobody = (id: string): Chat['person'] => ({
  id,
  name: null,
  email: null,
  image: null,
  handle: null,
});

/** The person on the other side of a chat, outside of components: from what is loaded. */
export function cachedPartner(client: QueryClient, store: LocalStore, chatId: string) {
  const friends = client.getQueryData(friendsQuery.queryKey)?.friends;
  return friendOf(friends, chatId, store.me) ?? store.chat(chatId)?.person;
}
