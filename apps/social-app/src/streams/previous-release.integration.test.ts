import { randomUUID } from 'node:crypto';
import { until } from '@triptych/redis/testing';
import { openReadyEvents, type EventClient } from '../testing/event-client.js';
import { createPostgres, createPostgresApp } from '../testing/postgres-app.js';
import { isOfRelease01, release01 } from '../testing/release-0.1.js';
import { connectReplicas } from '../testing/shared-redis.js';
import type { TestApp } from '../testing/test-app.js';

// A replica of release 0.1.0, as its messages were recorded, beside one of this release, on one Redis. The same with the built
// release under load: nx run bench:releases (ADR 0036).
const send = '/api/message/send';
let database: Awaited<ReturnType<typeof createPostgres>>;
let redis: ReturnType<typeof connectReplicas>;
let world: TestApp;
let base: string;
let client: EventClient | undefined;
let previous: ReturnType<typeof release01>;

beforeAll(async () => {
  database = await createPostgres();
  redis = connectReplicas();
  const context = { presence: { graceMs: 50 }, streams: { heartbeatMs: 600_000, retryMs: 10 } };
  world = await createPostgresApp(database.url, { ...context, redis: redis[0] });
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  previous = release01(redis[1]);
  await until(previous.isReady);
});
afterEach(() => {
  client?.close();
  previous.close();
});
afterAll(async () => {
  await world.close();
  redis.forEach((each) => each.close());
  await database.drop();
});

/** Resolves once a replica of this release has heard of the previous one. */
async function meet(): Promise<void> {
  await previous.publish('presence-ask', null);
  await until(() => previous.heard.some(([topic]) => topic === 'presence-list'));
}

it('is heard: its wake-ups, typing, presence and ended sessions reach the streams of this release', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  client = await openReadyEvents(base, bob);
  await previous.publish('presence', { userId: alice.id, online: true, to: [bob.id] });
  await client.untilEphemeral(({ type, data }) => type === 'presence' && data.online === true);
  const typing = { type: 'typing', chatId, userId: alice.id, typing: true };
  await previous.publish('whisper', { to: [bob.id], whisper: typing });
  await client.untilEphemeral(({ type }) => type === 'typing');
  // As that release writes it: the event is there before its wake-up.
  await world.query(
    `WITH head AS (UPDATE event_heads SET seq = seq + 1 WHERE user_id = $1 RETURNING user_id, seq)
     INSERT INTO events (user_id, seq, type, person_id) SELECT user_id, seq, 'blocked', $2 FROM head`,
    [bob.id, alice.id],
  );
  await previous.publish('wake', [bob.id]);
  expect((await client.until(2))[1]?.type).toBe('blocked');
  await previous.publish('presence-list', []);
  await client.untilEphemeral(({ type, data }) => type === 'presence' && data.online === false);
  const lost = client.lost();
  await previous.publish('session-ended', bob.sessionId);
  await lost;
});

it('is told, in its own words, of everything that concerns its streams', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await meet();
  client = await openReadyEvents(base, alice);
  await until(() => previous.heard.some(([topic]) => topic === 'presence'));
  await world.post(alice, send, { chatId, text: 'x' });
  await world.post(alice, '/api/message/typing', { chatId });
  // It would not understand that.
  await world.patch(alice, '/api/account', { name: 'Alice of now' });
  await client.untilEphemeral(({ type }) => type === 'person_changed');
  await until(() => previous.heard.some(([topic]) => topic === 'whisper'));
  expect(previous.heard).toContainEqual(['wake', expect.arrayContaining([alice.id, bob.id])]);
  expect(previous.heard).toContainEqual([
    'presence',
    { userId: alice.id, online: true, to: [bob.id] },
  ]);
  expect(previous.unknown).toEqual([]);
});

it('has a record that refuses what that release refused', () => {
  const id = randomUUID();
  expect(isOfRelease01(JSON.stringify([id, 'wake', [id]]))).toBe(true);
  expect(isOfRelease01(JSON.stringify([id, 'presence', { userId: id, online: true }]))).toBe(false);
  expect(isOfRelease01(JSON.stringify([1, id, 'wake-up', [id]]))).toBe(false);
});
