import { queryOptions } from '@tanstack/react-query';
import { checkedDataOf, dataOf, saysChanged, socialApi } from './client.js';
import { keys } from './query-cache.js';

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
export async function readFriends() {
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

export type FriendLists = Awaited<ReturnType<typeof readFriends>>;

export type Friend = FriendLists['friends'][number];

export const friendsQuery = queryOptions({ queryKey: keys.friends, queryFn: readFriends });

export type FriendChange = 'accept' | 'deny' | 'cancel' | 'block' | 'unblock' | 'remove';

export async function changeFriend(change: FriendChange, id: string): Promise<void> {
  const reply =
    change === 'remove'
      ? socialApi.DELETE('/api/friends/{id}', { params: { path: { id } } })
      : socialApi.POST(`/api/friends/${change}`, { body: { id } });
  await checkedDataOf(reply, saysChanged);
}

/** @param to an e-mail address, or `@` and a handle */
export async function requestFriend(to: string): Promise<void> {
  await checkedDataOf(socialApi.POST('/api/friends/add', { body: { email: to } }), saysChanged);
}

/** The lists without somebody whose relation has changed; where they are now, the server says. */
export function withoutPerson(lists: FriendLists, id: string): FriendLists {
  const others = <Person extends { readonly id: string }>(people: readonly Person[]) =>
    people.filter((one) => one.id !== id);
  return {
    friends: others(lists.friends),
    incoming: others(lists.incoming),
    outgoing: others(lists.outgoing),
    blocked: others(lists.blocked),
  };
}
