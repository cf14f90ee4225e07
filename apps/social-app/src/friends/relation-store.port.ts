import type { UserPair } from '../pairs/user-pair.js';

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

/**
 * The friend graph. Each change is decided by one conditional statement and leaves its events in the same
 * transaction; it answers whether it happened. Of two racing changes that exclude each other one happens.
 */
export interface RelationStore {
  /** None -> pending. */
  request(pair: UserPair, requester: string): Promise<boolean>;
  /** Pending -> friends. */
  accept(pair: UserPair, requester: string): Promise<boolean>;
  /** Pending -> none, by the one who was asked. */
  deny(pair: UserPair, requester: string): Promise<boolean>;
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
  /** True when the other one blocks `userId`, who must not be able to tell that from absence. */
  isBlockedByPartner(pair: UserPair, userId: string): Promise<boolean>;
  /** Without those in which only the other one blocks: these look like none. */
  list(userId: string): Promise<Relation[]>;
}
