import { randomUUID } from 'node:crypto';
import { connectRedis, type SharedRedis } from '@triptych/redis';
import { recordingLogger } from '@triptych/testing';

/** As `main.ts` has it; replicas of one prefix hear each other. On the server of TEST_REDIS_URL by default. */
export function connectTestRedis(
  prefix: string = randomUUID(),
  settings?: { readonly url: string; readonly ca?: string },
): SharedRedis & { readonly lines: readonly string[] } {
  const url = process.env['TEST_REDIS_URL'];
  if (!settings && !url) throw new Error('set TEST_REDIS_URL to the URL of a Redis for tests');
  const { logger, lines } = recordingLogger();
  return { ...connectRedis({ ...(settings ?? { url: url! }), prefix }, logger), lines };
}

/** Two replicas' ends of one Redis. */
export function connectReplicas(settings?: { readonly url: string; readonly ca?: string }) {
  const prefix = randomUUID();
  return [connectTestRedis(prefix, settings), connectTestRedis(prefix, settings)] as const;
}
