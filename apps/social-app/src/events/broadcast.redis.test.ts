import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { recordingLogger } from '@triptych/testing';
import { Redis } from 'ioredis';
import { createRedisBroadcast } from './broadcast.redis.js';

it('never fails the writer, and still reaches its own process, while Redis is away', async () => {
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
  const broadcast = createRedisBroadcast(redis, logger);
  const received: unknown[] = [];
  broadcast.subscribe('topic', (payload, from) => received.push([payload, from]));
  broadcast.publish('topic', { a: 1 });
  expect(received).toEqual([[{ a: 1 }, broadcast.replicaId]]);
  while (!lines.some((line) => line.includes('broadcast between replicas failed')))
    await once(refusing, 'connection');
  await broadcast.close();
  redis.disconnect();
  refusing.close();
});
