import { toPage, type Cursor } from '../paging/cursor.js';
import type { User } from '../people/account-store.port.js';
import { toChatId } from '../people/user-ids.js';
import type { Relation, RelationState } from './relation-store.port.js';

/** Someone as a list shows them. */
export type ListedPerson = User & { readonly since: Date };

/** Friends have a chat. */
export type ListedFriend = ListedPerson & { readonly chatId: string };

export function toFriend({ pair, person, since }: Relation): ListedFriend {
  return { ...person, chatId: toChatId(pair), since };
}

/** Shows of another person only what this relation entitles to. */
export function toListed({ state, person, since }: Relation): ListedPerson {
  // Knowing an address must not reveal its owner's name and picture.
  if (state === 'outgoing') return { ...anonymous(person), email: person.email, since };
  // Nor may blocking by id, because ids are no secret.
  return state === 'blocked' ? { ...anonymous(person), since } : { ...person, since };
}

function anonymous({ id }: User): User {
  return { id, name: null, email: null, image: null };
}

export interface PeoplePage<T = ListedPerson> {
  readonly people: T[];
  /** Where the next page begins; null at the end. */
  readonly nextCursor: string | null;
}

export function toCursor({ since, person }: Relation): Cursor {
  return { at: since, id: person.id };
}

export function toPeoplePage<T>(
  relations: readonly Relation[],
  limit: number,
  toItem: (relation: Relation) => T,
): PeoplePage<T> {
  const { items, nextCursor } = toPage(relations, limit, toCursor);
  return { people: items.map(toItem), nextCursor };
}

export interface FriendLists {
  readonly friends: PeoplePage<ListedFriend>;
  readonly incoming: PeoplePage;
  readonly outgoing: PeoplePage;
  readonly blocked: PeoplePage;
}

/** One page of each state out of the newest of all; one more than `limit` shows that there are more. */
export function toFriendLists(newest: readonly Relation[], limit: number): FriendLists {
  const inState = (state: RelationState) => newest.filter((each) => each.state === state);
  return {
    friends: toPeoplePage(inState('friends'), limit, toFriend),
    incoming: toPeoplePage(inState('incoming'), limit, toListed),
    outgoing: toPeoplePage(inState('outgoing'), limit, toListed),
    blocked: toPeoplePage(inState('blocked'), limit, toListed),
  };
}
