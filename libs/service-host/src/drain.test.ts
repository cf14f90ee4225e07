import { once } from 'node:events';
import { Agent, request as ask } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@triptych/free-port';
import { createBareServer } from './bare-server.js';
import { drainConnections } from './drain.js';
import { killSampleServices, startSampleService } from './sample-process.fixture.js';
import { recordLog } from './test-server.fixture.js';

const sockets: Socket[] = [];
afterEach(() => {
  killSampleServices();
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A POST of whose body the first bytes are sent. */
async function beginPost(url: string | undefined, path = '/'): Promise<Socket> {
  const socket = connect(Number(new URL(url!).port), '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n`);
  socket.write('content-length: 100\r\n\r\n{"a":');
  await once(socket, 'connect');
  return socket;
}

/** Keeps asking until nothing listens any more, and tells of all that came otherwise than as a reply. */
async function keepAsking(url: string, agent: Agent, between: number): Promise<string[]> {
  const lost: string[] = [];
  for (;;) {
    const outcome = await new Promise<string>((resolve) => {
      ask(url, { agent }, (reply) => {
        reply.resume().once('end', () => resolve(String(reply.statusCode)));
      })
        .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end();
    });
    if (outcome === 'ECONNREFUSED') return lost;
    if (outcome !== '200') lost.push(outcome);
    await pause(between);
  }
}

it.each(['0', '300'])(
  'loses no request of clients that keep asking, with SHUTDOWN_DELAY_MS=%s',
  async (delay) => {
    const PORT = String(await freePort());
    const service = startSampleService({ SHUTDOWN_DELAY_MS: delay, RATE_LIMIT_MAX: '0', PORT });
    const { address } = await service.line('listening');
    const agent = new Agent({ keepAlive: true });
    const clients = Array.from({ length: 20 }, (_, n) =>
      keepAsking(`${address}/openapi.json`, agent, n * 3),
    );
    await pause(500);
    service.child.kill('SIGTERM');
    const lost = (await Promise.all(clients)).flat();
    // One may connect in the very moment in which the server stops to listen.
    expect(lost.length).toBeLessThanOrEqual(1);
    expect((await service.exited)[0]).toBe(0);
    agent.destroy();
  },
);

it('waits for no body whose request has its reply, and on the ops port for none', async () => {
  const service = startSampleService();
  const { address, ops } = await service.line('listening');
  const answered = await beginPost(address, '/nowhere');
  expect(String((await once(answered, 'data'))[0])).toMatch(/^HTTP\/1.1 404 /);
  await beginPost(ops);
  const began = performance.now();
  service.child.kill('SIGTERM');
  expect((await service.exited)[0]).toBe(0);
  expect(performance.now() - began).toBeLessThan(10_000);
});

it('cuts off what has not come to its end in time, and says so', async () => {
  const { lines, logger } = recordLog('warn');
  const app = createBareServer(logger, { invalidBodyStatus: 400 }, {});
  drainConnections(app, 200);
  app.post('/', async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  // One that came and went does not count.
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const gone = connect(port, '127.0.0.1');
  const [atServer] = await accepted;
  gone.destroy();
  await once(atServer, 'close');
  const cut = once(await beginPost(`http://127.0.0.1:${port}`), 'close');
  await once(app.server, 'request');
  await app.close();
  await cut;
  expect(lines).toMatchObject([
    { msg: 'requests that took too long were cut off', connections: 1 },
  ]);
});
