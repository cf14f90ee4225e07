import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { recordingLogger } from '@triptych/testing';
import { Redis } from 'ioredis';
import { createRedisWakeups } from './wakeups.redis.js';

it('never fails the writer, and still rings in its own process, while Redis is away', async () => {
  const refusing = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as AddressInfo;
  const { logger, lines } = recordingLogger();
  const redis = new Redis(port, '127.0.0.1', {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 10,
  });
  redis.on('error', () => {});
  const wakeups = createRedisWakeups(redis, logger);
  const rung: string[] = [];
  wakeups.subscribe('alice', () => rung.push('alice'));
  wakeups.wake(['alice', 'bob']);
  expect(rung).toEqual(['alice']);
  while (!lines.some((line) => line.includes('wake-ups do not travel')))
    await once(refusing, 'connection');
  await wakeups.close();
  redis.disconnect();
  refusing.close();
});
