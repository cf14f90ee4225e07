import type { SharedRedis } from '@triptych/redis';
import { goneChannel } from './cache-store.redis.js';

/** What the memory of a replica does about what others learn. */
export interface InvalidationListener {
  /** There is nothing under the key any more: some replica learned of it at that time. */
  readonly onGone: (key: string, storedAt: number) => void;
  /** Such messages may have been missed. */
  readonly onMissed: () => void;
}

/** Returns a function that unsubscribes. */
export function subscribeToInvalidations(
  redis: SharedRedis,
  { onGone, onMissed }: InvalidationListener,
): () => void {
  const { unsubscribe } = redis.subscribe('invalidation', goneChannel, {
    onMissed,
    onMessage: (message) => {
      const [, storedAt, key] = /^(\d{1,15}) (.{1,4096})$/s.exec(message) ?? [];
      if (storedAt === undefined || key === undefined) return false;
      onGone(key, Number(storedAt));
      return true;
    },
  });
  return unsubscribe;
}
