import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { Server } from './index.js';
import { createTestServer, recordLog } from './test-server.fixture.js';

// Requests as no library sends them, written onto the wire.
const { lines, logger } = recordLog('warn');
let app: Server;

beforeAll(async () => {
  app = await createTestServer({ logger });
  app.get('/thing', async () => ({ a: 1 }));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** The first line of the reply; empty when the connection was ended without one. */
async function send(text: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let reply = '';
  socket.on('data', (chunk: Buffer) => (reply += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return reply.split('\r\n', 1)[0] ?? '';
}

const get = (headers: string, path = '/thing', version = 'HTTP/1.1') =>
  `GET ${path} ${version}\r\nhost: a.example\r\n${headers}connection: close\r\n\r\n`;

const file = '/docs/static/index.css';

it.each<[string, string, number]>([
  ['a Connection that names headers', get('connection: if-none-match, x\r\nx: y\r\n'), 200],
  ['a Connection that names itself', get('connection: connection, host\r\n'), 200],
  ['TE', get('te: trailers, deflate;q=0.5\r\n'), 200],
  ['Trailer without a body', get('trailer: x\r\n'), 200],
  ['Keep-Alive and Proxy-Connection', get('keep-alive: timeout=9\r\nproxy-connection: x\r\n'), 200],
  [
    'Upgrade that is not known',
    get('connection: upgrade\r\nupgrade: h2c\r\nhttp2-settings: x\r\n'),
    200,
  ],
  ['two ranges in two fields', get('range: bytes=0-1\r\nrange: bytes=2-3\r\n', file), 200],
  ['two If-None-Match', get('if-none-match: "a"\r\nif-none-match: "b"\r\n', file), 200],
  ['two If-Match of which none is right', get('if-match: "a"\r\nif-match: "b"\r\n', file), 412],
  ['two If-Range', get('range: bytes=0-1\r\nif-range: "a"\r\nif-range: "b"\r\n', file), 200],
  [
    'two Accept and two User-Agent',
    get('accept: a\r\naccept: b\r\nuser-agent: a\r\nuser-agent: b\r\n'),
    200,
  ],
  ['an If-Match of many tags', get(`if-match: ${'"a",'.repeat(2500)}"b"\r\n`, file), 412],
  ['a Range of many parts', get(`range: bytes=${'0-0,'.repeat(2500)}1-1\r\n`, file), 206],
  ['HTTP/1.0', get('', '/thing', 'HTTP/1.0'), 200],
  ['no host', 'GET /thing HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['two hosts', get('host: b.example\r\n'), 400],
  ['an absolute target', get('', 'http://a.example/thing'), 200],
  ['a length and chunks', get('content-length: 3\r\ntransfer-encoding: chunked\r\n'), 400],
  ['chunks of an unknown kind', get('transfer-encoding: gzip\r\n'), 400],
  ['two lengths', get('content-length: 1\r\ncontent-length: 2\r\n'), 400],
  ['a folded header', get('x: a\r\n b\r\n'), 400],
  ['a space before the colon', get('x : a\r\n'), 400],
  ['a NUL in a header', get('x: a\0b\r\n'), 400],
  ['an expectation that is not known', get('expect: miracles\r\n'), 417],
  ['an unknown method', get('').replace('GET', 'BREW'), 400],
  ['PROPFIND', get('').replace('GET', 'PROPFIND'), 405],
  ['TRACE', get('').replace('GET', 'TRACE'), 405],
  ['OPTIONS *', get('', '*').replace('GET', 'OPTIONS'), 404],
])('%s', async (_name, text, status) => {
  expect(await send(text)).toContain(` ${status} `);
  // None of them is a fault of the service.
  expect(lines.splice(0)).toEqual([]);
});

it('CONNECT is ended', async () => {
  expect(await send('CONNECT a.example:443 HTTP/1.1\r\nhost: a.example\r\n\r\n')).not.toContain(
    '200',
  );
  expect(lines.splice(0)).toEqual([]);
});
