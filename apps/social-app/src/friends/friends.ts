import { randomUUID } from 'node:crypto';
import { parseCursor } from '../paging/cursor.js';
import { pairOf, partnerOf, type UserPair } from '../people/user-ids.js';
import type { Waker } from '../events/wakeups.js';
import { parseEmail } from '../people/email.js';
import {
  toFriend,
  toListed,
  toPeoplePage,
  toFriendLists,
  type ListedFriend,
  type PeoplePage,
} from './friend-list-mapping.js';
import * as errors from './friends.errors.js';
import type { Refusal, RelationState, RelationStore } from './relation-store.port.js';
import type { RequestRules } from './request-rules.js';

export interface FriendsDependencies {
  /** Who has verified this address, however it is spelled. */
  readonly findByEmail: (email: string) => Promise<{ readonly id: string } | null>;
  readonly relations: RelationStore;
  readonly wakeups: Waker;
  readonly rules: RequestRules;
  /** Two people who ask each other become friends; otherwise the second request is refused. */
  readonly autoAcceptCrossing: boolean;
}

/** A change of a relation that need not exist: denying a request that is gone is not an error. */
type Change = (me: string, other: string) => Promise<{ changed: boolean }>;

export type Friends = ReturnType<typeof createFriends>;

const pageSize = 200;

export function createFriends(dependencies: FriendsDependencies) {
  const { relations, wakeups, rules } = dependencies;

  /** Wakes the streams of both when it happened. */
  async function change(pair: UserPair, decide: Promise<boolean>) {
    const changed = await decide;
    if (changed) wakeups.wake([pair.lo, pair.hi]);
    return { changed };
  }

  const optional =
    (decide: (pair: UserPair, me: string, other: string) => Promise<boolean>): Change =>
    async (me, other) => {
      const pair = pairOf(me, other);
      return pair ? change(pair, decide(pair, me, other)) : { changed: false };
    };

  const acceptPending = optional((pair, _me, other) => relations.accept(pair, other));
  return {
    async add(me: string, email: string) {
      const pair = await findPair(dependencies, me, email);
      const outcome = await change(pair, ask(dependencies, pair, me));
      if (outcome.changed) return outcome;
      // It has been decided already; this only finds the reason.
      throw toError(await relations.explainRefusal(pair, me, rules));
    },
    async accept(me: string, other: string) {
      const outcome = await acceptPending(me, other);
      if (!outcome.changed) throw new errors.NoPendingRequest();
      return outcome;
    },
    deny: optional((pair, _me, other) => relations.deny(pair, other, rules)),
    cancel: optional((pair, me) => relations.cancel(pair, me)),
    remove: optional((pair) => relations.remove(pair)),
    block: optional((pair, me) => relations.block(pair, me)),
    unblock: optional((pair, me) => relations.unblock(pair, me)),
    /** The first page of each list, of one moment. */
    list: async (me: string) =>
      toFriendLists(await relations.listNewest(me, pageSize + 1), pageSize),
    async listMore(
      me: string,
      state: RelationState,
      { cursor, limit = pageSize }: { cursor?: string; limit?: number },
    ): Promise<PeoplePage<ListedFriend> | PeoplePage> {
      const after = cursor === undefined ? null : parseCursor(cursor);
      const found = await relations.listAfter(me, state, after, limit + 1);
      return state === 'friends'
        ? toPeoplePage(found, limit, toFriend)
        : toPeoplePage(found, limit, toListed);
    },
  };
}

/**
 * Somebody who is not found is given a random id: the request then takes the same statements as one to somebody who
 * blocks the requester, so that the time of the reply reveals no more than its text.
 */
async function findPair(
  { findByEmail }: FriendsDependencies,
  me: string,
  rawEmail: string,
): Promise<UserPair> {
  const email = parseEmail(rawEmail);
  if (email === null) throw new errors.InvalidEmail();
  const target = await findByEmail(email);
  const pair = pairOf(me, target?.id ?? randomUUID());
  if (!pair) throw new errors.CannotBefriendSelf();
  return pair;
}

async function ask(
  { relations, rules, autoAcceptCrossing }: FriendsDependencies,
  pair: UserPair,
  me: string,
): Promise<boolean> {
  const partner = partnerOf(pair, me) ?? me;
  if (autoAcceptCrossing && (await relations.accept(pair, partner))) return true;
  if (await relations.request(pair, me, rules)) return true;
  // The other person may have asked in between.
  return autoAcceptCrossing && relations.accept(pair, partner);
}

function toError(refusal: Refusal): Error {
  if (typeof refusal === 'object') return new errors.AskedTooOften(refusal.waitSeconds);
  switch (refusal) {
    case 'not-found':
      return new errors.PersonNotFound();
    case 'related':
      return new errors.AlreadyRelated();
    case 'too-many-outgoing':
      return new errors.TooManyPending();
    case 'too-many-incoming':
      return new errors.InboxFull();
  }
}
