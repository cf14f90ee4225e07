import type { Redis } from 'ioredis';
import { goneChannel } from './cache-store.redis.js';

/** Calls back with every key of which some replica learned that there is nothing, and when. Returns how to end it. */
export function subscribeToInvalidations(
  redis: Redis,
  nameSpace: string,
  onGone: (key: string, storedAt: number) => void,
): () => void {
  // A connection that subscribes can do nothing else.
  const subscriber = redis.duplicate({ autoResubscribe: false });
  const channel = goneChannel(nameSpace);
  // Its outages are those of the cache's connection, which logs them.
  subscriber.on('error', () => undefined);
  subscriber.on('ready', () => void subscriber.subscribe(channel).catch(() => undefined));
  subscriber.on('message', (_channel: string, message: string) => {
    const [, storedAt, key] = /^(\d{1,15}) (.+)$/s.exec(message) ?? [];
    if (storedAt !== undefined && key !== undefined) onGone(key, Number(storedAt));
  });
  return () => subscriber.disconnect();
}
