// Clients that leave before their request is over: nothing of that is a fault of the service, or of what it depends on.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { problem } from '@triptych/schemas';
import { streamBodies, type Server } from './index.js';
import { createTestServer, recordLog } from './test-server.fixture.js';

class DatabaseAway extends problem('busy', 'database_away', 'The database is away.') {}
const everywhere = {
  problem: DatabaseAway,
  translate: (thrown: unknown) =>
    (thrown as NodeJS.ErrnoException).code === 'ECONNRESET' ? new DatabaseAway() : undefined,
};

const { lines, logger } = recordLog('debug');
let app: Server;
let port: number;
/** Called by a handler before it reads the body of its request. */
let beforeReading = async (): Promise<void> => undefined;

beforeAll(async () => {
  app = await createTestServer({ logger }, { everywhere });
  app.post('/parsed', async () => ({}));
  await app.register(async (scope: Server) => {
    streamBodies(scope);
    scope.post('/streamed', async ({ body }) => {
      await beforeReading();
      await (body as Readable).toArray();
      return {};
    });
    scope.post('/asking', async ({ body }) => {
      await (body as Readable).toArray();
      throw Object.assign(new Error('of the database'), { code: 'ECONNRESET' });
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());
beforeEach(() => {
  lines.splice(0);
  beforeReading = async () => undefined;
});

function send(path: string, length: number, body: string) {
  const socket = connect({ port, host: '127.0.0.1' });
  const head = ['host: a', 'content-type: application/json', `content-length: ${length}`];
  socket.on('error', () => undefined);
  socket.write([`POST ${path} HTTP/1.1`, ...head, '', body].join('\r\n'));
  return socket;
}

const faults = () => lines.filter(({ level }) => level === 'warn' || level === 'error');
async function refusal(): Promise<Record<string, unknown>> {
  for (;;) {
    const found = lines.find(({ msg }) => msg !== 'request' && msg !== 'request aborted');
    if (found) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it.each(['/parsed', '/streamed'])(
  'who leaves in the middle of a body has left: %s',
  async (path) => {
    const began = once(app.server, 'request');
    const socket = send(path, 1000, '{"a":');
    await began;
    socket.destroy();
    expect(await refusal()).toMatchObject({ level: 'debug', msg: 'request refused', status: 400 });
    expect(faults()).toEqual([]);
  },
);

it('so has who leaves when all has arrived, and some of it was not read yet', async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const closed = once(app.server, 'connection').then(([socket]) => once(socket as never, 'close'));
  beforeReading = async () => {
    begin();
    await closed;
  };
  const body = '1'.repeat(20_000);
  const socket = send('/streamed', body.length, body);
  await begun;
  socket.destroy();
  expect(await refusal()).toMatchObject({ level: 'debug', msg: 'request refused', status: 400 });
  expect(faults()).toEqual([]);
});

it('a dependency that ends a connection is at fault all the same', async () => {
  const socket = send('/asking', 3, 'abc');
  expect(await refusal()).toMatchObject({ level: 'warn', code: 'database_away', status: 503 });
  socket.destroy();
  await once(socket, 'close');
});
