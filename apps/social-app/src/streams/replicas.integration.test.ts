import { until } from '@triptych/redis/testing';
import { openEvents, openReadyEvents, type EventClient } from '../testing/event-client.js';
import { createPostgres, createPostgresApp } from '../testing/postgres-app.js';
import { connectReplicas } from '../testing/shared-redis.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import type { TestApp } from '../testing/test-app.js';

const send = '/api/message/send';
let database: Awaited<ReturnType<typeof createPostgres>>;
let redis: ReturnType<typeof connectReplicas>;
let here: TestApp;
let there: TestApp;
let base: string;
let client: EventClient;

/** No heartbeat within a test: every event received was published by Redis. */
const streams = { heartbeatMs: 600_000, retryMs: 10 };

beforeAll(async () => {
  database = await createPostgres();
  redis = connectReplicas();
  [here, there] = [
    await createPostgresApp(database.url, { redis: redis[0], streams }),
    await createPostgresApp(database.url, { redis: redis[1], streams }),
  ];
  base = await there.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => client.close());
afterAll(async () => {
  await here.close();
  await there.close();
  redis.forEach((each) => each.close());
  await database.drop();
});

it('sends live at one replica what happened at the other', async () => {
  const { alice, bob, chatId } = await here.joinFriends();
  client = await openReadyEvents(base, bob);
  for (const n of [1, 2, 3]) {
    await here.post(alice, send, { chatId, text: `m${n}` });
    expect((await client.until(n + 1))[n]?.data.message.text).toBe(`m${n}`);
  }
  await here.delete(alice, `/api/friends/${bob.id}`);
  expect((await client.until(5))[4]?.type).toBe('removed_friend');
});

it('publishes what is for a user to those replicas alone that hold a stream of theirs', async () => {
  const { alice, bob, chatId } = await here.joinFriends();
  const holders = (user: SignedInUser) =>
    redis[0].commands.run(async (admin) => {
      const channel = redis[0].name(`user:${user.id}`);
      const [, count] = (await admin.call('PUBSUB', 'NUMSUB', channel)) as [string, number];
      return count;
    });
  const heardByAll: string[] = [];
  const spy = redis[0].subscribe('spy', 'broadcast', {
    onMessage: (text) => heardByAll.push(text) > 0,
  });
  await until(() => spy.deafSince() === null);
  client = await openReadyEvents(base, bob);
  await until(async () => (await holders(bob)) === 1);
  expect(await holders(alice)).toBe(0);
  await here.post(alice, send, { chatId, text: 'x' });
  await here.post(alice, '/api/message/typing', { chatId });
  expect((await client.until(2))[1]?.data.message.text).toBe('x');
  await client.untilEphemeral(({ type }) => type === 'typing');
  expect(heardByAll.filter((text) => /wake-up|ephemeral/.test(text))).toEqual([]);
  spy.unsubscribe();
  client.close();
  await until(async () => (await holders(bob)) === 0);
});

it('catches up at once when Redis comes back, with what was published meanwhile', async () => {
  const { alice, bob, chatId } = await here.joinFriends();
  client = await openReadyEvents(base, bob);
  await redis[0].commands.run((admin) => admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
  expect((await here.post(alice, send, { chatId, text: 'x' })).status).toBe(200);
  expect((await client.until(2))[1]?.data.message.text).toBe('x');
});

it('stale streams: ends a stream at once whose session ends at the other replica', async () => {
  const alice = await here.join();
  client = await openReadyEvents(base, alice);
  const lost = client.lost();
  await here.parts.sessions.end(alice.token);
  await lost;
  expect(await client.lost()).toEqual({ code: 401 });
});

it('publish-before-commit: a write succeeds while Redis refuses, and is there after a reconnect', async () => {
  const { alice, bob, chatId } = await here.joinFriends();
  client = await openReadyEvents(base, bob);
  redis[0].close();
  expect((await here.post(alice, send, { chatId, text: 'x' })).status).toBe(200);
  client.close();
  client = openEvents(base, bob, `?since=${client.received.at(-1)?.id}`);
  expect((await client.until(1))[0]?.data.message.text).toBe('x');
});
