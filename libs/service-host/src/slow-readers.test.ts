import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Server } from './index.js';
import type { SlowReaderLimits } from './slow-readers.js';
import { createTestServer } from './test-server.fixture.js';

const MiB = 1024 * 1024;
// More than the system takes for a connection that nobody reads.
const size = 12 * MiB;

let app: Server | undefined;
const sockets: Socket[] = [];
const shared = Buffer.alloc(size, 'x');

async function start(slowReaders: SlowReaderLimits): Promise<Server> {
  app = await createTestServer({}, { slowReaders });
  app.get('/own/:id', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('etag', '"a"').header('cache-control', 'max-age=9').send(Buffer.alloc(size, 'y')),
  );
  app.get('/shared', { schema: { hide: true } }, async (_request, reply) => reply.send(shared));
  app.get('/large', { schema: { hide: true } }, async (_request, reply) =>
    reply.send(Buffer.alloc(3 * size, 'l')),
  );
  app.get('/text', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain').send('z'.repeat(size)),
  );
  app.get('/small', { schema: { hide: true } }, async () => ({ a: 1 }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}
afterEach(async () => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  await app?.close();
});

const portOf = ({ server }: Server) => (server.address() as AddressInfo).port;

/** Reads the head of the reply and nothing more. */
async function askAndStop(
  server: Server,
  path: string,
  times = 1,
): Promise<Socket & { head: string }> {
  const socket = connect({ port: portOf(server), host: '127.0.0.1' });
  sockets.push(socket);
  // A cut is a reset, which may come as an error before the close.
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a.example\r\n\r\n`.repeat(times));
  const [start] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return Object.assign(socket, { head: start.toString('latin1').split('\r\n\r\n')[0]! });
}

const fetchFrom = (server: Server, path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${portOf(server)}${path}`, init);

it.each(['/own/1', '/shared', '/text'])('%s comes whole to who reads', async (path) => {
  const server = await start({ bytes: 1 });
  const reply = await fetchFrom(server, path);
  expect([reply.status, reply.headers.get('content-length')]).toEqual([200, String(size)]);
  expect((await reply.arrayBuffer()).byteLength).toBe(size);
  const head = await fetchFrom(server, path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
});

it('replies beyond the budget are 503 that say when to come again, and nothing of what is not sent', async () => {
  const server = await start({ bytes: 2 * size, patience: 60_000 });
  const first = await askAndStop(server, '/own/1');
  await askAndStop(server, '/text');
  const reply = await fetchFrom(server, '/own/3');
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
  expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect([reply.headers.get('etag'), reply.headers.get('cache-control')]).toEqual([
    null,
    'no-store',
  ]);
  expect(await reply.json()).toMatchObject({ status: 503, code: 'server_busy' });
  expect((await fetchFrom(server, '/small')).status).toBe(200);
  // A client that goes away leaves its room to others.
  first.destroy();
  await expect(untilServed(server, '/own/4')).resolves.toBe(200);
});

async function untilServed(server: Server, path: string): Promise<number> {
  for (;;) {
    const reply = await fetchFrom(server, path);
    await reply.arrayBuffer();
    if (reply.status !== 503) return reply.status;
  }
}

it('the bytes of one picture count once, for all that take it', async () => {
  const server = await start({ bytes: 1.5 * size, patience: 60_000 });
  for (let client = 0; client < 5; client += 1)
    expect((await askAndStop(server, '/shared')).head).toContain('200 OK');
});

it('pipelined requests of a client that never reads hold no more than the budget', async () => {
  const server = await start({ bytes: 2.5 * size, patience: 60_000 });
  const socket = await askAndStop(server, '/own/1', 200);
  expect((await fetchFrom(server, '/own/2')).status).toBe(503);
  socket.destroy();
  await expect(untilServed(server, '/own/3')).resolves.toBe(200);
  // There is room for two: what was still in line is gone as well.
  expect((await askAndStop(server, '/own/4')).head).toContain('200 OK');
  await expect(untilServed(server, '/own/5')).resolves.toBe(200);
});

it('a client that stands still gives way to another', async () => {
  const server = await start({ bytes: 1.5 * size, patience: 50 });
  const still = await askAndStop(server, '/own/1');
  const closed = new Promise((resolve) => still.once('close', resolve));
  still.resume().pause();
  await expect(untilServed(server, '/own/2')).resolves.toBe(200);
  still.resume();
  await closed;
});

it('a client that takes its reply slowly gives way to nobody', async () => {
  let time = 0;
  const large = 3 * size;
  const server = await start({ bytes: 1.5 * large, patience: 50, now: () => time });
  const slow = await askAndStop(server, '/large');
  time = 100;
  let received = 0;
  await new Promise<void>((resolve) => {
    slow.on('data', (piece: Buffer) => {
      received += piece.length;
      // More than the system had taken before; what is left is more than it takes now.
      if (received > large - 1.5 * size && !slow.isPaused()) resolve(void slow.pause());
    });
    slow.resume();
  });
  time = 120;
  expect((await fetchFrom(server, '/large')).status).toBe(503);
});

it.each(['/own/1', '/text'])('a client that takes nothing of %s is cut off', async (path) => {
  const server = await start({ standstill: 50 });
  const disconnected = new Promise((resolve) =>
    server.server.once('connection', (socket) => socket.once('close', resolve)),
  );
  await askAndStop(server, path);
  await disconnected;
});

it('a connection that waits for its next request is not cut off as one that stands still', async () => {
  const server = await start({ standstill: 50 });
  const socket = connect({ port: portOf(server), host: '127.0.0.1' });
  sockets.push(socket);
  let received = 0;
  const ask = () => socket.write('GET /shared HTTP/1.1\r\nhost: a.example\r\n\r\n');
  const arrived = (bytes: number) =>
    new Promise<void>((resolve) => {
      const count = (piece: Buffer) => {
        received += piece.length;
        if (received < bytes) return;
        socket.off('data', count);
        resolve();
      };
      socket.on('data', count);
    });
  ask();
  await arrived(size);
  await new Promise((resolve) => setTimeout(resolve, 150));
  ask();
  await arrived(2 * size);
});
