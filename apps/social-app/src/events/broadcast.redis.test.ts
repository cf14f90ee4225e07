import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { connectTestRedis } from '../testing/shared-redis.js';
import { createRedisBroadcast } from './broadcast.redis.js';

it('never fails the writer, and still reaches its own process, while Redis is away', async () => {
  const refusing = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as AddressInfo;
  const redis = connectTestRedis('test', { url: `redis://127.0.0.1:${port}` });
  const broadcast = createRedisBroadcast(redis);
  const received: unknown[] = [];
  broadcast.subscribe('wake-up', (payload, from) => received.push([payload, from]));
  const userId = randomUUID();
  broadcast.publish('wake-up', [userId]);
  expect(received).toEqual([[[userId], broadcast.replicaId]]);
  const isLogged = (line: string) =>
    line.includes('"dependency":"redis broadcast"') && line.includes('"code":"ECONNRESET"');
  while (!redis.lines.some(isLogged)) await once(refusing, 'connection');
  await broadcast.close();
  redis.close();
  refusing.close();
});
