import type { Cursor } from '../paging/cursor.js';
import type { UserPair } from '../people/user-ids.js';
import type { RequestRules } from './request-rules.js';

export interface Person {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
}

export type RelationState = 'friends' | 'incoming' | 'outgoing' | 'blocked';

/** One relation as one of the two sees it. */
export interface Relation {
  readonly pair: UserPair;
  readonly state: RelationState;
  readonly person: Person;
  readonly since: Date;
}

/** Why no request came about, in the words that the asker may hear. */
export type Refusal =
  /** Nobody there, or somebody who blocks the asker: the two must not be told apart. */
  | 'not-found'
  | 'related'
  | 'too-many-outgoing'
  | 'too-many-incoming'
  | { readonly waitSeconds: number };

/**
 * The friend graph. Each change is decided by one conditional statement and leaves its events in the same
 * transaction; it answers whether it happened. Of two racing changes that exclude each other one happens.
 */
export interface RelationStore {
  /** None -> pending, within the rules; also racing requests of one asker cannot pass the cap. */
  request(pair: UserPair, requester: string, rules: RequestRules): Promise<boolean>;
  /** Why `request` said no. Takes the same way whatever the reason is. */
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
  /** The newest of each state, of one moment; without those in which only the other one blocks: these look like none. */
  listNewest(userId: string, limit: number): Promise<Relation[]>;
  /** The relations of one state after `after`, newest first; null: from the newest on. */
  listAfter(
    userId: string,
    state: RelationState,
    after: Cursor | null,
    limit: number,
  ): Promise<Relation[]>;
}
