import type { Log } from '@triptych/logging';
import { Redis } from 'ioredis';

/**
 * A Redis client that never makes a request wait: commands fail at once while the server is away, and
 * the connection comes back by itself. Undefined when no URL is configured.
 */
export function connectRedis(url: string | undefined, log: Log): Redis | undefined {
  if (url === undefined) return undefined;
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 1_000,
    // A Redis that is connected and sends nothing would cost every request that time; so the connection ends instead.
    socketTimeout: 300,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  redis.on('error', (error: NodeJS.ErrnoException) => {
    log.warn({ code: error.code }, 'redis is away');
  });
  return redis;
}
