import type { QueryClient } from '@tanstack/react-query';
import { partnerOf, type Chat } from '../api/chats.js';
import { friendsQuery, type Friend } from '../api/friends.js';
import type { LocalStore } from './local-store.js';

export function friendOf(friends: readonly Friend[] | undefined, chatId: string, me: string) {
  return friends?.find(({ id }) => id === partnerOf(chatId, me));
}

/**
 * The chats with each friend as the list of friends has them: that is asked for anew when one is called otherwise, and the list of
 * chats is not. Of a friendship that has ended the server keeps what was known of the person then.
 */
export function withFriends(
  chats: readonly Chat[],
  friends: readonly Friend[] | undefined,
): readonly Chat[] {
  const known = new Map(friends?.map((friend) => [friend.chatId, friend]));
  return chats.map((chat) => {
    const friend = known.get(chat.chatId);
    return friend && !isSamePerson(friend, chat.person) ? { ...chat, person: friend } : chat;
  });
}

const isSamePerson = (one: Chat['person'], other: Chat['person']) =>
  one.name === other.name &&
  one.email === other.email &&
  one.image === other.image &&
  one.handle === other.handle;

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
