import type { Payloads, Topic } from './parse-broadcast-message.js';

/**
 * Publish/subscribe between the replicas of this service. A message may get lost: what must not be lost is in the
 * database, and subscribers read it there.
 */
export interface Broadcast {
  /** New at each start. */
  readonly replicaId: string;
  /**
   * Reaches subscribers of this replica at once and those of the others later: what is for users, those replicas alone
   * that follow one of them. Never throws and is not awaited, because a write that is committed must not fail when
   * publishing does.
   */
  publish<T extends Topic>(topic: T, payload: Payloads[T]): void;
  subscribe<T extends Topic>(
    topic: T,
    listener: (payload: Payloads[T], fromReplica: string) => void,
  ): void;
  /**
   * What is for this user arrives here. `onFollowed` is called when messages of other replicas may have been missed until
   * now. Returns a function that ends it.
   */
  follow(userId: string, onFollowed: () => void): () => void;
  /** Called when messages for all replicas may have been missed until now. */
  onReconnect(listener: () => void): void;
  /** Since when messages of other replicas may not arrive, in milliseconds since 1970; null while they do. */
  readonly deafSince: () => number | null;
  /** Whether a replica of the release before is there, which must be told in its own words (ADR 0036). */
  readonly isPreviousHere: () => boolean;
  close(): Promise<void>;
}
