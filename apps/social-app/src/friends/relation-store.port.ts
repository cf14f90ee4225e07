import type { Cursor } from '../paging/cursor.js';
import type { User } from '../people/account-store.port.js';
import type { UserPair } from '../people/user-ids.js';
import type { RequestRules } from './request-rules.js';

export type RelationState = 'friends' | 'incoming' | 'outgoing' | 'blocked';

/** One relation as one of the two sees it. */
export interface Relation {
  readonly pair: UserPair;
  readonly state: RelationState;
  readonly person: User;
  readonly since: Date;
}

/** Why a request was refused, as far as the requester may know. */
export type Refusal =
  /** There is no such person, or one who blocks the requester: the two must not be distinguishable. */
  | 'not-found'
  | 'related'
  | 'too-many-outgoing'
  | 'too-many-incoming'
  | { readonly waitSeconds: number };

/**
 * The friend graph. Each change is decided by one conditional statement, appends its events in the same transaction,
 * and returns whether it happened. Of two racing changes that exclude each other, one happens.
 */
export interface RelationStore {
  /** None -> pending, within the rules, which racing requests of one person cannot pass either. */
  request(pair: UserPair, requester: string, rules: RequestRules): Promise<boolean>;
  /** Why `request` was refused. Takes the same steps whatever the reason is. */
  explainRefusal(pair: UserPair, requester: string, rules: RequestRules): Promise<Refusal>;
  /** Pending -> friends. */
  accept(pair: UserPair, requester: string): Promise<boolean>;
  /** Pending -> none, by the one who was asked; remembered for `rules`. */
  deny(pair: UserPair, requester: string, rules: RequestRules): Promise<boolean>;
  /** Pending -> none, by the one who asked. */
  cancel(pair: UserPair, requester: string): Promise<boolean>;
  /** Friends -> none. */
  remove(pair: UserPair): Promise<boolean>;
  /**
   * Anything -> blocked, by `userId`, whatever the other one does; a request or friendship ends with it.
   * False when blocked already or when there is no such person.
   */
  block(pair: UserPair, userId: string): Promise<boolean>;
  /** Takes back the own block; the other's stays. */
  unblock(pair: UserPair, userId: string): Promise<boolean>;
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
