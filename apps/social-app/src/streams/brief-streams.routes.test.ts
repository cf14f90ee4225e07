// What a proxy passes on that holds a response back until its end.
import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';

let world: TestApp;
let base: string;

beforeAll(async () => {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  world = await createTestApp({
    database,
    context: { streams: { heartbeatMs: 200, retryMs: 10 } },
  });
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => world.close());

/** The whole response, with the ids and types of its events. */
async function readAll({ cookie }: SignedInUser, query: string) {
  const response = await fetch(`${base}/api/events?${query}`, { headers: { cookie } });
  const body = await response.text();
  const valuesOf = (field: string) =>
    [...body.matchAll(new RegExp(`^${field}: (.*)$`, 'gm'))].map(([, value]) => value);
  return { status: response.status, types: valuesOf('event'), lastId: valuesOf('id').at(-1) };
}

it('says at once where a first one begins, and is over', async () => {
  const { types, lastId } = await readAll(await world.join(), 'wait=30');
  expect(types).toEqual(['ready', 'presence_list', 'heartbeat']);
  expect(lastId).toMatch(/^0/);
});

it('ends with what happens first, and the next one goes on there', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const send = (text: string) => world.post(alice, '/api/message/send', { chatId, text });
  const { lastId } = await readAll(bob, 'wait=30');
  const next = readAll(bob, `wait=30&since=${lastId}`);
  // It has to be open before.
  await until(() => world.parts.streams.openCount > 0);
  await send('one');
  const { types, lastId: second } = await next;
  expect(types.at(-1)).toBe('message');
  await send('two');
  await send('three');
  const caughtUp = await readAll(bob, `wait=30&since=${second}`);
  expect(caughtUp.types.slice(-2)).toEqual(['message', 'message']);
});

it('is over after the time that was asked for when nothing happens', async () => {
  const bob = await world.join();
  const { lastId } = await readAll(bob, 'wait=30');
  const { types } = await readAll(bob, `wait=1&since=${lastId}`);
  expect(types).toContain('heartbeat');
  expect(types).not.toContain('ready');
  expect(world.parts.streams.openCount).toBe(0);
});

it.each(['0', '31', 'long', ''])('is not asked for as %j', async (wait) => {
  expect(await readAll(await world.join(), `wait=${wait}`)).toMatchObject({ status: 400 });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}
