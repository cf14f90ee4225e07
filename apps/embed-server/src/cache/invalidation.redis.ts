import type { Redis } from 'ioredis';
import { goneChannel } from './cache-store.redis.js';

export interface InvalidationSubscription {
  close(): void;
}

/** Hears of keys of which some replica learned that there is nothing, and when. */
export function subscribeToInvalidations(
  redis: Redis,
  nameSpace: string,
  hear: (key: string, storedAt: number) => void,
): InvalidationSubscription {
  // A connection that subscribes can do nothing else.
  const subscriber = redis.duplicate({ autoResubscribe: false });
  const channel = goneChannel(nameSpace);
  // Its coming and going is that of the link, which tells the log.
  subscriber.on('error', () => undefined);
  subscriber.on('ready', () => void subscriber.subscribe(channel).catch(() => undefined));
  subscriber.on('message', (_channel: string, message: string) => {
    const [, storedAt, key] = /^(\d{1,15}) (.+)$/s.exec(message) ?? [];
    if (storedAt !== undefined && key !== undefined) hear(key, Number(storedAt));
  });
  return { close: () => subscriber.disconnect() };
}
