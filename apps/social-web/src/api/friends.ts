import { queryOptions } from '@tanstack/react-query';
import { dataOf, socialApi } from './client.js';
import { keys, useInvalidatingMutation } from './query-cache.js';

const lists = ['friends', 'incoming', 'outgoing', 'blocked'] as const;

/** The rest of a list whose first page came with the others. */
async function readRest(list: (typeof lists)[number], from: string | null) {
  const people = [];
  for (let cursor = from; cursor !== null;) {
    const params = { query: { cursor, limit: 100 } };
    const page = await dataOf(socialApi.GET(`/api/friends/${list}`, { params }));
    people.push(...page.people);
    cursor = page.nextCursor;
  }
  return people;
}

/** Whole lists, since whoever is online can be anywhere in them. */
async function readFriends() {
  const { nextCursors, ...first } = await dataOf(socialApi.GET('/api/friends'));
  const rests = await Promise.all(lists.map((list) => readRest(list, nextCursors[list])));
  const [friends = [], incoming = [], outgoing = [], blocked = []] = rests;
  return {
    friends: [...first.friends, ...(friends as typeof first.friends)],
    incoming: [...first.incoming, ...incoming],
    outgoing: [...first.outgoing, ...outgoing],
    blocked: [...first.blocked, ...blocked],
  };
}

export type Friend = Awaited<ReturnType<typeof readFriends>>['friends'][number];

export const friendsQuery = queryOptions({ queryKey: keys.friends, queryFn: readFriends });

export type FriendChange = 'accept' | 'deny' | 'cancel' | 'block' | 'unblock' | 'remove';

interface FriendChangeRequest {
  readonly change: FriendChange;
  readonly id: string;
}

export function useFriendChange() {
  return useInvalidatingMutation(keys.friends, ({ change, id }: FriendChangeRequest) =>
    change === 'remove'
      ? socialApi.DELETE('/api/friends/{id}', { params: { path: { id } } })
      : socialApi.POST(`/api/friends/${change}`, { body: { id } }),
  );
}

export function useFriendRequest() {
  return useInvalidatingMutation(keys.friends, (email: string) =>
    socialApi.POST('/api/friends/add', { body: { email } }),
  );
}
