import { randomUUID } from 'node:crypto';
import { parseCursor } from '../paging/cursor.js';
import { pairOf, type UserPair } from '../people/user-ids.js';
import type { Waker } from '../events/wakeups.js';
import { parseEmail } from '../people/email.js';
import { parseHandle } from '../people/handle.js';
import { toFriend, toFriendLists, toListed, toPeoplePage } from './friend-list-mapping.js';
import * as errors from './friends.errors.js';
import type { Change, Refusal, RelationState, RelationStore } from './relation-store.port.js';

export interface FriendsDependencies {
  /** Who has verified this address, however it is spelled. */
  readonly findByEmail: (email: string) => Promise<{ readonly id: string } | null>;
  readonly findByHandle: (handle: string) => Promise<{ readonly id: string } | null>;
  readonly relations: RelationStore;
  readonly wakeups: Waker;
  /** Two people who ask each other become friends; otherwise the second request is refused. */
  readonly autoAcceptCrossing: boolean;
}

export type Friends = ReturnType<typeof createFriends>;

const pageSize = 200;

export function createFriends(dependencies: FriendsDependencies) {
  const { relations, wakeups, autoAcceptCrossing } = dependencies;

  /** Wakes the streams of both when it happened. */
  async function decide(pair: UserPair, decision: Promise<boolean>) {
    const changed = await decision;
    if (changed) wakeups.wake([pair.lo, pair.hi]);
    return { changed };
  }

  /** A change of a relation that need not exist: denying a request that is gone is not an error. */
  const optional = (change: Change) => async (me: string, other: string) => {
    const pair = pairOf(me, other);
    return pair ? decide(pair, relations.change(change, pair, me)) : { changed: false };
  };

  async function ask(pair: UserPair, me: string, askedAs: string): Promise<boolean> {
    const cross = async () => autoAcceptCrossing && relations.change('accept', pair, me);
    // The other person may have asked in between.
    return (await cross()) || (await relations.request(pair, me, askedAs)) || cross();
  }

  const accept = optional('accept');
  return {
    async add(me: string, typed: string) {
      const sought = parseSought(typed);
      if (sought === null) throw new errors.InvalidEmail();
      const pair = await findPair(dependencies, me, sought);
      const outcome = await decide(pair, ask(pair, me, sought.askedAs));
      if (outcome.changed) return outcome;
      // It has been decided already; this only finds the reason.
      throw new refusals[await relations.explainRefusal(pair, me)]();
    },
    async accept(me: string, other: string) {
      const outcome = await accept(me, other);
      if (!outcome.changed) throw new errors.NoPendingRequest();
      return outcome;
    },
    deny: optional('deny'),
    cancel: optional('cancel'),
    remove: optional('remove'),
    block: optional('block'),
    unblock: optional('unblock'),
    /** The first page of each list, of one moment. */
    list: async (me: string) =>
      toFriendLists(await relations.listNewest(me, pageSize + 1), pageSize),
    async listMore(
      me: string,
      state: RelationState,
      { cursor, limit = pageSize }: { cursor?: string; limit?: number },
    ) {
      const after = cursor === undefined ? null : parseCursor(cursor);
      const found = await relations.listAfter(me, state, after, limit + 1);
      return toPeoplePage(found, limit, state === 'friends' ? toFriend : toListed);
    },
  };
}

interface Sought {
  readonly by: 'email' | 'handle';
  readonly value: string;
  /** As it is shown to the asker. */
  readonly askedAs: string;
}

/** With an `@` before it a handle, else an e-mail address: no address begins with one, and no handle holds one. */
function parseSought(typed: string): Sought | null {
  const isHandle = typed.normalize('NFKC').trimStart().startsWith('@');
  const value = isHandle ? parseHandle(typed) : parseEmail(typed);
  if (value === null) return null;
  return isHandle
    ? { by: 'handle', value, askedAs: `@${value}` }
    : { by: 'email', value, askedAs: value };
}

/**
 * Somebody who is not found is given a random id: the request then takes the same statements as one to somebody who
 * blocks the requester, so that the time of the reply reveals no more than its text.
 */
async function findPair(
  { findByEmail, findByHandle }: FriendsDependencies,
  me: string,
  { by, value }: Sought,
) {
  const target = await (by === 'handle' ? findByHandle(value) : findByEmail(value));
  const pair = pairOf(me, target?.id ?? randomUUID());
  if (!pair) throw new errors.CannotBefriendSelf();
  return pair;
}

const refusals = {
  'not-found': errors.PersonNotFound,
  related: errors.AlreadyRelated,
  'too-many-outgoing': errors.TooManyPending,
} satisfies Record<Refusal, unknown>;
