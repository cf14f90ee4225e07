import { toPage, type Cursor } from '../paging/cursor.js';
import type { User } from '../people/account-store.port.js';
import { toChatId } from '../people/user-ids.js';
import type { Relation, RelationState } from './relation-store.port.js';

export const relationStates: readonly RelationState[] = [
  'friends',
  'incoming',
  'outgoing',
  'blocked',
];

/** Friends have a chat. */
export function toFriend({ pair, person, since }: Relation) {
  return { ...person, chatId: toChatId(pair), since };
}

export function toListed({ person, since }: Relation): User & { readonly since: Date } {
  return { ...person, since };
}

export function toCursor({ since, person }: Relation): Cursor {
  return { at: since, id: person.id };
}

export function toPeoplePage<T>(
  relations: readonly Relation[],
  limit: number,
  toItem: (relation: Relation) => T,
) {
  const { items, nextCursor } = toPage(relations, limit, toCursor);
  return { people: items.map(toItem), nextCursor };
}

/** One page of each state out of the newest of all; one more than `limit` shows that there are more. */
export function toFriendLists(newest: readonly Relation[], limit: number) {
  const page = <T>(state: RelationState, toItem: (relation: Relation) => T) => {
    const relations = newest.filter((each) => each.state === state);
    return toPeoplePage(relations, limit, toItem);
  };
  const friends = page('friends', toFriend);
  const incoming = page('incoming', toListed);
  const outgoing = page('outgoing', toListed);
  const blocked = page('blocked', toListed);
  return {
    friends: friends.people,
    incoming: incoming.people,
    outgoing: outgoing.people,
    blocked: blocked.people,
    nextCursors: {
      friends: friends.nextCursor,
      incoming: incoming.nextCursor,
      outgoing: outgoing.nextCursor,
      blocked: blocked.nextCursor,
    },
  };
}
