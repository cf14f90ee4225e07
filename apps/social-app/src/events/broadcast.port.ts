import type { Payloads, Topic } from './parse-broadcast-message.js';

/**
 * Publish/subscribe between the replicas of this service. A message may get lost: what must not be lost is in the
 * database, and subscribers read it there.
 */
export interface Broadcast {
  /** New at each start. */
  readonly replicaId: string;
  /**
   * Reaches subscribers of this replica at once and those of the others later. Never throws and is not awaited,
   * because a write that is committed must not fail when publishing does.
   */
  publish<T extends Topic>(topic: T, payload: Payloads[T]): void;
  subscribe<T extends Topic>(
    topic: T,
    listener: (payload: Payloads[T], fromReplica: string) => void,
  ): void;
  /** Called when messages of other replicas may have been missed until now. */
  onReconnect(listener: () => void): void;
  close(): Promise<void>;
}
