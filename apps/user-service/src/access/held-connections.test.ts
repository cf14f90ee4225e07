// What is open when its key ends: nothing more is told or stored by it.
import { setTimeout as pause } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import {
  createTestApp,
  embeddedTestStores,
  tester,
  type TestApp,
  type TestStores,
} from '../testing/test-app.js';
import { createKeys } from './keys.js';

let test: TestStores;
let world: TestApp;
let base: string;
beforeAll(async () => {
  test = await embeddedTestStores();
  world = await createTestApp(test, { MANAGEMENT: true });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
});
beforeEach(() => test.reset());
afterAll(() => world.close());

/** A key that ends by itself, and the wait until it has. */
async function endingKey(scope: 'events' | 'write') {
  const ends = new Date(Date.now() + 1_500).toISOString();
  const { secret } = await createKeys(test.stores.keys).create(
    { name: 'x', scopes: [scope], ends },
    tester,
  );
  return {
    authorization: `Bearer ${secret}`,
    untilEnded: () => pause(new Date(ends).getTime() - Date.now() + 50),
  };
}
const register = (name: string) => world.register({ FullName: name, Email: `${name}@example.org` });

it('a stream of events ends, and tells nothing of what came after the end of its key', async () => {
  const { authorization, untilEnded } = await endingKey('events');
  const headers = { authorization, accept: 'text/event-stream' };
  const stream = await fetch(`${base}/events`, { headers });
  await register('before');
  await untilEnded();
  await register('after');
  const text = await stream.text();
  expect(text).toContain('"FullName":"before"');
  expect(text).not.toContain('after');
});

it('a reader who waits is refused', async () => {
  const { authorization, untilEnded } = await endingKey('events');
  const waiting = fetch(`${base}/events?wait=20`, { headers: { authorization } });
  await untilEnded();
  await register('after');
  const reply = await waiting;
  expect(reply.status).toBe(401);
  expect(await reply.json()).toMatchObject({ code: 'api_key_required' });
});

it('an import stores no further line', async () => {
  const { authorization, untilEnded } = await endingKey('write');
  const line = (name: string) =>
    `${JSON.stringify({ FullName: name, Email: `${name}@example.org`, Phone: '', ContactAddress: '' })}\n`;
  let body!: ReadableStreamDefaultController<Uint8Array>;
  const encoder = new TextEncoder();
  const reply = await fetch(`${base}/users:import`, {
    method: 'POST',
    headers: { authorization },
    body: new ReadableStream<Uint8Array>({
      start: (controller) => {
        body = controller;
        controller.enqueue(encoder.encode(line('before')));
      },
    }),
    duplex: 'half',
  });
  const reader = reply.body!.getReader();
  const { value } = await reader.read();
  expect(new TextDecoder().decode(value)).toContain('"status":200');
  await untilEnded();
  body.enqueue(encoder.encode(line('after')));
  // Broken off.
  const rest = await reader.read().catch(() => ({ value: undefined }));
  expect(rest.value).toBeUndefined();
  expect((await world.find('before@example.org')).statusCode).toBe(200);
  expect((await world.find('after@example.org')).statusCode).toBe(404);
});
