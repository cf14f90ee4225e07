import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createBareServer } from './bare-server.js';
import { Health } from './health.js';
import type { Server } from './index.js';
import { createRegistry } from './metrics.js';
import { createOpsServer } from './ops-server.js';
import { createTestServer, recordLog } from './test-server.fixture.js';
import { findWrongReplies, sendBytes } from './testing/index.js';

const { lines, logger } = recordLog('warn');
const facts = { version: '1', commit: 'a', releasedOn: '2026-11-01T00:00:00.000Z' };
const apps: Server[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  // None of it is a fault of the service.
  expect(lines.splice(0)).toEqual([]);
});

async function listen(app: Server): Promise<number> {
  apps.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

const get = (path: string, headers = 'connection: close\r\n') =>
  `GET ${path} HTTP/1.1\r\nhost: a.example\r\n${headers}\r\n`;
const statusLines = (reply: string) => reply.match(/HTTP\/1\.1 \d{3} [ \w]*/g);

it('odd messages get the reply that RFC 9110 and 9112 demand, and errors are problems', async () => {
  expect(
    await findWrongReplies(await listen(await createTestServer({ logger })), '/openapi.json'),
  ).toEqual([]);
});

it('so they do on the ops port', async () => {
  const health = new Health(facts, 'test', logger);
  const ops = createOpsServer(health, createRegistry('test'), logger);
  expect(await findWrongReplies(await listen(ops), '/-/live')).toEqual([]);
});

describe('headers of ranges and conditions, sent more often than they should be', () => {
  const file = '/docs/static/index.css';
  it.each<[string, string, number]>([
    ['two ranges in two fields', 'range: bytes=0-1\r\nrange: bytes=2-3\r\n', 200],
    ['two If-None-Match', 'if-none-match: "a"\r\nif-none-match: "b"\r\n', 200],
    ['two If-Match of which none is right', 'if-match: "a"\r\nif-match: "b"\r\n', 412],
    ['two If-Range', 'range: bytes=0-1\r\nif-range: "a"\r\nif-range: "b"\r\n', 200],
    ['an If-Match of many tags', `if-match: ${'"a",'.repeat(2500)}"b"\r\n`, 412],
    ['a Range of many parts', `range: bytes=${'0-0,'.repeat(2500)}1-1\r\n`, 206],
  ])('%s', async (_name, headers, status) => {
    const port = await listen(await createTestServer({ logger }));
    const reply = await sendBytes(port, get(file, `${headers}connection: close\r\n`));
    expect(statusLines(reply)?.[0]).toContain(` ${status} `);
  });
});

describe('what follows a request on its connection and is none', () => {
  async function start() {
    const app = createBareServer(logger, { invalidBodyStatus: 400 }, {});
    const released = once(app.server, 'clientError');
    app.get('/late', async () => {
      await released;
      return { late: true };
    });
    app.post('/body', async () => ({ read: true }));
    app.get('/begun', (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-length': 4 }).write('ab');
      void released.then(() => pause(20)).then(() => reply.raw.end('cd'));
    });
    return listen(app);
  }

  it('is refused after the reply to that request, and not in its place', async () => {
    const reply = await sendBytes(await start(), `${get('/late', '')}NONSENSE\r\n\r\n`);
    expect(statusLines(reply)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 400 Bad Request']);
    expect(reply).toMatch(/\{"late":true\}HTTP\/1\.1 400 [^]*"code":"bad_request"/);
  });

  it('is refused after all the replies that are still to come', async () => {
    const bytes = `${get('/late', '').repeat(3)}NONSENSE\r\n\r\n`;
    expect(statusLines(await sendBytes(await start(), bytes))).toHaveLength(4);
  });

  it('never gets into a reply that has begun', async () => {
    const reply = await sendBytes(await start(), `${get('/begun', '')}NONSENSE\r\n\r\n`);
    expect(reply).toMatch(/\r\n\r\nabcdHTTP\/1\.1 400 /);
  });

  it('is the end of a body that breaks off, which is refused at once', async () => {
    const bytes = get(
      '/body',
      'content-type: application/json\r\ntransfer-encoding: chunked\r\n',
    ).replace('GET', 'POST');
    const reply = await sendBytes(await start(), `${bytes}5\r\nhel\r\nNONSENSE`);
    expect(statusLines(reply)).toEqual(['HTTP/1.1 400 Bad Request']);
  });
});

it.each([
  ['a header that never ends', 'GET / HTTP/1.1\r\nhost: a'],
  [
    'a body that never ends',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\nx',
  ],
])('%s is a problem with 408', async (_name, bytes) => {
  const limits = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 };
  const app = createBareServer(
    logger,
    { invalidBodyStatus: 400 },
    { requestTimeout: 100, http: limits },
  );
  app.post('/', async () => ({}));
  const reply = await sendBytes(await listen(app), bytes);
  expect(statusLines(reply)).toEqual(['HTTP/1.1 408 Request Timeout']);
  expect(reply).toMatch(/application\/problem\+json[^]*"code":"request_timeout"/);
});

it('a refusal arrives although the client goes on sending, and its connection is let go', async () => {
  const port = await listen(await createTestServer({ logger }));
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const resets: Error[] = [];
  let reply = '';
  socket.on('error', (error) => resets.push(error));
  socket.on('data', (piece: Buffer) => (reply += piece.toString()));
  socket.write('NONSENSE\r\n\r\n');
  await once(socket, 'end');
  for (let times = 0; times < 5; times += 1) {
    socket.write('x'.repeat(100_000));
    await pause(10);
  }
  expect(resets).toEqual([]);
  expect(statusLines(reply)).toEqual(['HTTP/1.1 400 Bad Request']);
  // The server does not wait for ever for us to close.
  socket.write('x');
  while (!socket.closed && resets.length === 0) {
    socket.write('x');
    await pause(50);
  }
});
