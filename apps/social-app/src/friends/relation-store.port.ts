import type { Cursor } from '../paging/cursor.js';
import type { User } from '../people/account-store.port.js';
import type { UserPair } from '../people/user-ids.js';

export type RelationState = 'friends' | 'incoming' | 'outgoing' | 'blocked';

/** One relation as one of the two sees it. */
export interface Relation {
  readonly pair: UserPair;
  readonly state: RelationState;
  /** As the other one sees them. */
  readonly person: User;
  readonly since: Date;
}

/** Why a request was refused, as far as the requester may know. */
export type Refusal =
  /** There is no such person, or one who blocks the requester or is asked by too many: nobody must tell them apart. */
  'not-found' | 'related' | 'too-many-outgoing';

/**
 * A change of a relation by one of the two:
 * - `accept`: pending → friends, by the one who was asked
 * - `deny`: pending → none, by the one who was asked; remembered for the rules
 * - `cancel`: pending → none, by the one who asked
 * - `remove`: friends → none
 * - `block`: anything → blocked, whatever the other one does; a request or friendship ends with it. Of somebody one has
 *   had nothing to do with it does nothing, as of an id that nobody has
 * - `block-by-link`: the same of somebody whose link one has just opened, whatever else one has had to do with them
 * - `unblock`: takes back the own block; the other's stays
 */
export type Change =
  'accept' | 'deny' | 'cancel' | 'remove' | 'block' | 'block-by-link' | 'unblock';

/** The friend graph. */
export interface RelationStore {
  /**
   * Decided by one conditional statement, which appends its events in the same transaction: of two racing changes that
   * exclude each other, one happens. Returns whether this one did; no change happens to somebody who does not exist.
   */
  change(change: Change, pair: UserPair, userId: string): Promise<boolean>;
  /**
   * none → pending, within the rules, which racing requests of one person cannot pass either. Decided as a `change` is.
   *
   * @param askedAs what the requester typed to find the other one: they see no more of them until it is accepted
   */
  request(pair: UserPair, requester: string, askedAs: string): Promise<boolean>;
  /** Why a `request` was refused. Takes the same steps whatever the reason is. */
  explainRefusal(pair: UserPair, requester: string): Promise<Refusal>;
  /** The newest of each state, of one moment; without those in which only the other one blocks: these are not shown. */
  listNewest(userId: string, limit: number): Promise<Relation[]>;
  /** The relations of one state after `after`, newest first; null: from the newest on. */
  listAfter(
    userId: string,
    state: RelationState,
    after: Cursor | null,
    limit: number,
  ): Promise<Relation[]>;
}
