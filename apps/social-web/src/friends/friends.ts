import { queryOptions, useQuery } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';
import { dataOf, socialApi } from '../api/social-api.js';
import { useChange } from '../api/use-change.js';

export const lists = ['friends', 'incoming', 'outgoing', 'blocked'] as const;

/** The rest of a list whose first part came with the others. */
async function readOn(list: (typeof lists)[number], from: string | null) {
  const people = [];
  for (let cursor = from; cursor !== null;) {
    const params = { path: { list }, query: { cursor, limit: 100 } };
    const page = await dataOf(socialApi.GET('/api/friends/{list}', { params }));
    people.push(...page.people);
    cursor = page.nextCursor;
  }
  return people;
}

/** What the others are to oneself: whole lists, since who is online can be anywhere in them. */
async function readFriends() {
  const { nextCursors, ...first } = await dataOf(socialApi.GET('/api/friends'));
  const rests = await Promise.all(lists.map((list) => readOn(list, nextCursors[list])));
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

/** User ids of friends who are there now. Later changes come by the stream. */
export const presenceQuery = queryOptions({
  queryKey: keys.presence,
  queryFn: async () => (await dataOf(socialApi.GET('/api/presence'))).online,
});

export function useOnline(): ReadonlySet<string> {
  const { data } = useQuery(presenceQuery);
  return new Set(data);
}

export type FriendChange = 'accept' | 'deny' | 'cancel' | 'block' | 'unblock' | 'remove';

function send(change: FriendChange, id: string) {
  if (change === 'remove')
    return socialApi.DELETE('/api/friends/{id}', { params: { path: { id } } });
  return socialApi.POST(`/api/friends/${change}`, { body: { id } });
}

export function useFriendChange() {
  return useChange(keys.friends, ({ change, id }: { change: FriendChange; id: string }) =>
    send(change, id),
  );
}

export function useFriendRequest() {
  return useChange(keys.friends, (email: string) =>
    socialApi.POST('/api/friends/add', { body: { email } }),
  );
}
