import { pairOf, toChatId, type UserPair } from '../pairs/user-pair.js';
import type { Waker } from '../realtime/wakeups.port.js';
import { readEmail } from './email-mapping.js';
import {
  AlreadyRelated,
  CannotBefriendSelf,
  InvalidEmail,
  NoPendingRequest,
  PersonNotFound,
} from './friends.errors.js';
import type { People } from './people.port.js';
import type { Person, Relation, RelationState, RelationStore } from './relation-store.port.js';

export interface FriendsParts {
  readonly people: People;
  readonly relations: RelationStore;
  readonly wakeups: Waker;
}

/** What the others are to someone; `chatId` is where friends write to each other. */
export interface FriendList {
  readonly friends: (Person & { chatId: string; since: Date })[];
  readonly incoming: (Person & { since: Date })[];
  readonly outgoing: (Person & { since: Date })[];
  readonly blocked: (Person & { since: Date })[];
}

/** A change of a relation that need not have been there: denying nothing is no mistake. */
type Change = (me: string, other: string) => Promise<{ changed: boolean }>;

export interface Friends {
  add(me: string, email: string): Promise<{ changed: boolean }>;
  readonly accept: Change;
  readonly deny: Change;
  readonly cancel: Change;
  readonly remove: Change;
  readonly block: Change;
  readonly unblock: Change;
  list(me: string): Promise<FriendList>;
}

export function createFriends({ people, relations, wakeups }: FriendsParts): Friends {
  /** Tells both sides when it happened. */
  async function change(pair: UserPair, decide: Promise<boolean>) {
    const changed = await decide;
    if (changed) wakeups.wake([pair.lo, pair.hi]);
    return { changed };
  }

  async function add(me: string, rawEmail: string) {
    const email = readEmail(rawEmail);
    if (email === null) throw new InvalidEmail();
    const target = await people.findByEmail(email);
    if (!target) throw new PersonNotFound();
    const pair = pairOf(me, target.id);
    if (!pair) throw new CannotBefriendSelf();
    const outcome = await change(pair, relations.request(pair, me));
    if (outcome.changed) return outcome;
    // Decided already; this is only about the words.
    if (await relations.isBlockedByPartner(pair, me)) throw new PersonNotFound();
    throw new AlreadyRelated();
  }

  const optional =
    (decide: (pair: UserPair, me: string, other: string) => Promise<boolean>): Change =>
    async (me, other) => {
      const pair = pairOf(me, other);
      return pair ? change(pair, decide(pair, me, other)) : { changed: false };
    };

  const acceptPending = optional((pair, _me, other) => relations.accept(pair, other));
  return {
    add,
    async accept(me, other) {
      const outcome = await acceptPending(me, other);
      if (!outcome.changed) throw new NoPendingRequest();
      return outcome;
    },
    deny: optional((pair, _me, other) => relations.deny(pair, other)),
    cancel: optional((pair, me) => relations.cancel(pair, me)),
    remove: optional((pair) => relations.remove(pair)),
    block: optional((pair, me) => relations.block(pair, me)),
    unblock: optional((pair, me) => relations.unblock(pair, me)),
    list: async (me) => toFriendList(await relations.list(me)),
  };
}

function toFriendList(relations: readonly Relation[]): FriendList {
  const inState = (state: RelationState) => relations.filter((each) => each.state === state);
  return {
    friends: inState('friends').map(({ person, pair, since }) => ({
      ...person,
      chatId: toChatId(pair),
      since,
    })),
    incoming: inState('incoming').map(({ person, since }) => ({ ...person, since })),
    // Knowing an address must not tell its owner's name and face.
    outgoing: inState('outgoing').map((each) => ({ ...faceless(each), email: each.person.email })),
    // Nor may blocking by id: an id is no secret.
    blocked: inState('blocked').map(faceless),
  };
}

function faceless({ person: { id }, since }: Relation): Person & { since: Date } {
  return { id, name: null, email: null, image: null, since };
}
