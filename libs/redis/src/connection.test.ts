import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { connectRedis, type SharedRedis } from './connect-redis.js';
import type { RedisConnection } from './connection.js';
import { recordedLog, until } from './testing/index.js';

let server: Server;
let sockets: Socket[];
let replyTo: (request: string) => string;
let redis: SharedRedis;
let connection: RedisConnection;
let lines: string[];
let greets: boolean;
let changes: ((up: boolean) => void)[];

/** As much of a Redis as a connection needs; a test decides its reply to everything else. */
beforeEach(async () => {
  [sockets, changes, greets] = [[], [], true];
  replyTo = () => '+PONG\r\n';
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const request = data.toString();
      if (!greets) return void setTimeout(() => socket.destroy(), 200);
      if (/\binfo\b/i.test(request)) socket.write('$9\r\nloading:0\r\n');
      else if (/\bclient\b/i.test(request))
        socket.write('+OK\r\n'.repeat(request.split('*').length - 1));
      else socket.write(replyTo(request));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const recorded = recordedLog();
  lines = recorded.lines;
  const { port } = server.address() as AddressInfo;
  redis = connectRedis({ url: `redis://127.0.0.1:${port}`, prefix: 'test' }, recorded.log);
  connection = redis.connect('cache', {
    timeout: 100,
    onChange: (up) => changes.splice(0).forEach((change) => change(up)),
  });
  await changed(true);
});
afterEach(async () => {
  redis.close();
  sockets.forEach((socket) => socket.destroy());
  server.close();
  await once(server, 'close');
});

async function changed(to: boolean): Promise<void> {
  while ((await new Promise<boolean>((resolve) => changes.push(resolve))) !== to);
}

const ping = (): Promise<unknown> =>
  connection.run((client) => client.ping()).catch((error: unknown) => String(error));

it('returns the reply', async () => {
  expect(await ping()).toBe('PONG');
});

it('gives up all commands at the first late reply, sends none until Redis greets again, and logs it once', async () => {
  replyTo = () => '';
  const [first, ...others] = await Promise.all([ping(), ping(), ping()]);
  expect(first).toBe('RedisUnavailable: Redis is late');
  // Their time ends within the same millisecond or just after the connection that the first one broke off.
  for (const other of others) expect(other).toMatch(/^RedisUnavailable: Redis is (late|away)$/);
  expect(await ping()).toBe('RedisUnavailable: Redis is away');
  await changed(false);
  replyTo = () => '+PONG\r\n';
  await changed(true);
  expect(await ping()).toBe('PONG');
  const own = lines.filter((line) => line.includes('"redis cache"'));
  expect(own.filter((line) => line.includes('"code":"TIMEOUT"'))).toHaveLength(1);
  expect(own.filter((line) => line.includes('works again'))).toHaveLength(1);
});

it('passes an error reply on, keeps the connection, and logs only what is about the server', async () => {
  replyTo = () => '-WRONGTYPE it is a list\r\n';
  expect(await ping()).toBe('ReplyError: WRONGTYPE it is a list');
  expect(lines).toEqual([]);
  replyTo = () => '-NOPERM somebody may not\r\n';
  expect(await ping()).toMatch(/^ReplyError: NOPERM/);
  replyTo = () => '+PONG\r\n';
  expect(await ping()).toBe('PONG');
  expect(lines.join('')).toContain('"reason":"missing_grant","code":"NOPERM"');
  expect(lines.join('')).not.toContain('somebody');
});

it.each([
  ['NOPERM', "The user executing the script can't run this command or subcommand script: 1"],
  ['NOPERM', 'ACL failure in script: No permissions to access a key script: 1'],
  ['OOM', 'Error running script (call to f_1): @user_script:1: @user_script: 1: -OOM command not'],
  ['NOCOMMAND', "unknown command 'eval', with args beginning with: 'x' '1'"],
])('finds %s where versions of Redis hide it: %s', async (code, text) => {
  replyTo = () => `-ERR ${text}\r\n`;
  expect(await ping()).toContain(text);
  expect(lines.join('')).toContain(`"code":"${code}"`);
});

it('takes an error of a script about a value for none of the server', async () => {
  replyTo = () => '-ERR value is not an integer or out of range script: 1, on @user_script:1.\r\n';
  expect(await ping()).toContain('not an integer');
  expect(lines).toEqual([]);
});

it('takes a server that ends each connection for none that reads its data', async () => {
  greets = false;
  sockets.forEach((socket) => socket.destroy());
  await changed(false);
  await until(() => sockets.length >= 12);
  expect(lines.join('')).toContain('"code":"ECONNRESET"');
  expect(lines.join('')).not.toContain('LOADING');
});
