import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { recordingLogger } from '@triptych/testing';
import { Redis } from 'ioredis';
import { linkRedis, type RedisLink } from './redis-link.redis.js';

let server: Server;
let sockets: Socket[];
let answer: (request: string) => string;
let redis: Redis;
let link: RedisLink;
let told: string[];
let lines: string[];
let changes: ((up: boolean) => void)[];

/** As much of a Redis as a connection needs; what it says to the rest a test decides. */
beforeEach(async () => {
  [sockets, told, changes] = [[], [], []];
  answer = () => '+PONG\r\n';
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const request = data.toString();
      if (/\binfo\b/i.test(request)) socket.write('$9\r\nloading:0\r\n');
      else if (/\bclient\b/i.test(request))
        socket.write('+OK\r\n'.repeat(request.split('*').length - 1));
      else socket.write(answer(request));
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
  link = linkRedis(redis, {
    log: recording.logger,
    count: (command, outcome) => void told.push(`${command} ${outcome}`),
    setUp: (up) => changes.splice(0).forEach((change) => change(up)),
  });
  await changed(true);
});
afterEach(async () => {
  link.close();
  redis.disconnect();
  sockets.forEach((socket) => socket.destroy());
  server.close();
  await once(server, 'close');
});

async function changed(to: boolean): Promise<void> {
  while ((await new Promise<boolean>((resolve) => changes.push(resolve))) !== to);
}

const ping = () => link.ask('ping', (own) => own.ping());

it('brings the reply', async () => {
  expect(await ping()).toBe('PONG');
  expect(told).toEqual(['ping ok']);
});

it('lets all go at the first late reply, asks nothing until Redis greets again, and says so once', async () => {
  answer = () => '';
  expect(await Promise.all([ping(), ping(), ping()])).toEqual([null, null, null]);
  expect(told.sort()).toEqual(['ping late', 'ping late', 'ping late']);
  expect(await ping()).toBeNull();
  expect(told.at(-1)).toBe('ping away');
  await changed(false);
  answer = () => '+PONG\r\n';
  await changed(true);
  expect(await ping()).toBe('PONG');
  expect(lines.filter((line) => line.includes('is away'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('is back'))).toHaveLength(1);
});

it('takes an error reply for none, and keeps the connection', async () => {
  answer = () => '-WRONGTYPE it is a list\r\n';
  expect(await ping()).toBeNull();
  answer = () => '+PONG\r\n';
  expect(await ping()).toBe('PONG');
  expect(told).toEqual(['ping refused', 'ping ok']);
});
