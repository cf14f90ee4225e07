import { toChatId } from '../pairs/user-pair.js';
import type { Person, Relation, RelationCursor, RelationState } from './relation-store.port.js';

/** Someone as a list shows them. */
export type ListedPerson = Person & { readonly since: Date };

/** Friends have a chat. */
export type ListedFriend = ListedPerson & { readonly chatId: string };

export function toFriend({ pair, person, since }: Relation): ListedFriend {
  return { ...person, chatId: toChatId(pair), since };
}

/** Nobody is shown more of another than being related this way tells. */
export function toListed({ state, person, since }: Relation): ListedPerson {
  // Knowing an address must not tell its owner's name and face.
  if (state === 'outgoing') return { ...faceless(person), email: person.email, since };
  // Nor may blocking by id: an id is no secret.
  return state === 'blocked' ? { ...faceless(person), since } : { ...person, since };
}

function faceless({ id }: Person): Person {
  return { id, name: null, email: null, image: null };
}

export interface PeoplePage<T = ListedPerson> {
  readonly people: T[];
  /** Where the next page begins; null at the end. */
  readonly nextCursor: string | null;
}

/** `<milliseconds>_<id>`; see `cursorPattern`. */
export function toCursor({ since, person }: Relation): string {
  return `${since.getTime()}_${person.id}`;
}

export const cursorPattern =
  '^[0-9]{1,14}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

/** Before it is everybody. */
export const fromNewest: RelationCursor = {
  since: new Date(99_999_999_999_999),
  personId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

export function readCursor(cursor: string): RelationCursor {
  const [at = '', personId = ''] = cursor.split('_');
  return { since: new Date(Number(at)), personId };
}

/** At most `limit` of them, and where the rest begins; null when this is all. */
export function toPage<T>(
  relations: readonly Relation[],
  limit: number,
  toItem: (relation: Relation) => T,
): PeoplePage<T> {
  const page = relations.slice(0, limit);
  const last = page.at(-1);
  return {
    people: page.map(toItem),
    nextCursor: last && relations.length > limit ? toCursor(last) : null,
  };
}

export function inState(relations: readonly Relation[], state: RelationState): Relation[] {
  return relations.filter((each) => each.state === state);
}
