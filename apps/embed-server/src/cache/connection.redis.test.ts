import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { recordingLogger } from '@triptych/testing';
import { Redis } from 'ioredis';
import { connectCache, type CacheConnection } from './connection.redis.js';

let server: Server;
let sockets: Socket[];
let replyTo: (request: string) => string;
let redis: Redis;
let connection: CacheConnection;
let counted: string[];
let lines: string[];
let changes: ((up: boolean) => void)[];

/** As much of a Redis as a connection needs; a test decides its reply to everything else. */
beforeEach(async () => {
  [sockets, counted, changes] = [[], [], []];
  replyTo = () => '+PONG\r\n';
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const request = data.toString();
      if (/\binfo\b/i.test(request)) socket.write('$9\r\nloading:0\r\n');
      else if (/\bclient\b/i.test(request))
        socket.write('+OK\r\n'.repeat(request.split('*').length - 1));
      else socket.write(replyTo(request));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  redis = new Redis((server.address() as AddressInfo).port, '127.0.0.1', {
    lazyConnect: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  redis.on('error', () => undefined);
  const recording = recordingLogger();
  lines = recording.lines;
  connection = connectCache(redis, {
    log: recording.logger,
    count: (command, outcome) => void counted.push(`${command} ${outcome}`),
    setUp: (up) => changes.splice(0).forEach((change) => change(up)),
  });
  await changed(true);
});
afterEach(async () => {
  connection.close();
  redis.disconnect();
  sockets.forEach((socket) => socket.destroy());
  server.close();
  await once(server, 'close');
});

async function changed(to: boolean): Promise<void> {
  while ((await new Promise<boolean>((resolve) => changes.push(resolve))) !== to);
}

const ping = () => connection.run('ping', (own) => own.ping());

it('returns the reply', async () => {
  expect(await ping()).toBe('PONG');
  expect(counted).toEqual(['ping ok']);
});

it('gives up all commands at the first late reply, sends none until Redis greets again, and logs it once', async () => {
  replyTo = () => '';
  expect(await Promise.all([ping(), ping(), ping()])).toEqual([null, null, null]);
  expect(counted.sort()).toEqual(['ping late', 'ping late', 'ping late']);
  expect(await ping()).toBeNull();
  expect(counted.at(-1)).toBe('ping away');
  await changed(false);
  replyTo = () => '+PONG\r\n';
  await changed(true);
  expect(await ping()).toBe('PONG');
  expect(lines.filter((line) => line.includes('is away'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('is back'))).toHaveLength(1);
});

it('treats an error reply as none, and keeps the connection', async () => {
  replyTo = () => '-WRONGTYPE it is a list\r\n';
  expect(await ping()).toBeNull();
  replyTo = () => '+PONG\r\n';
  expect(await ping()).toBe('PONG');
  expect(counted).toEqual(['ping refused', 'ping ok']);
});
