import { until } from '@triptych/redis/testing';
import { openReadyEvents, type EventClient } from '../testing/event-client.js';
import { startOwnRedis, type OwnService } from '../testing/own-services.js';
import { createPostgres, createPostgresApp } from '../testing/postgres-app.js';
import { connectReplicas } from '../testing/shared-redis.js';
import type { TestApp } from '../testing/test-app.js';

// Presence while replicas cannot hear each other, and of somebody with very many friends.
const heartbeatMs = 200;
const friendCount = 100_000;
let database: Awaited<ReturnType<typeof createPostgres>>;
let server: OwnService;
let redis: ReturnType<typeof connectReplicas>;
let here: TestApp;
let there: TestApp;
const clients: EventClient[] = [];
const bases: string[] = [];

beforeAll(async () => {
  database = await createPostgres();
  server = await startOwnRedis();
  redis = connectReplicas({ url: server.url });
  const context = { presence: { graceMs: 50, heartbeatMs }, streams: { retryMs: 10 } };
  here = await createPostgresApp(database.url, { ...context, redis: redis[0] });
  there = await createPostgresApp(database.url, { ...context, redis: redis[1] });
  for (const { app } of [here, there]) bases.push(await app.listen({ port: 0, host: '127.0.0.1' }));
}, 30_000);
afterEach(() => clients.splice(0).forEach((client) => client.close()));
afterAll(async () => {
  await here.close();
  await there.close();
  redis.forEach((each) => each.close());
  await server.close();
  await database.drop();
});

async function open(base: string | undefined, user: Parameters<typeof openReadyEvents>[1]) {
  const client = await openReadyEvents(base!, user);
  clients.push(client);
  return client;
}
const presenceOf = (id: string, online: boolean) => (event: { type: string; data: unknown }) =>
  event.type === 'presence' &&
  JSON.stringify(event.data) === JSON.stringify({ userId: id, online });

it('is unknown, not absent, while Redis is away, and known again when it is back', async () => {
  const { alice, bob } = await here.joinFriends();
  const atAlice = await open(bases[0], alice);
  await open(bases[1], bob);
  await atAlice.untilEphemeral(presenceOf(bob.id, true));
  await server.kill();
  await atAlice.untilEphemeral(presenceOf(bob.id, false));
  const position = (wanted: (event: (typeof atAlice.ephemeral)[number]) => boolean) =>
    atAlice.ephemeral.findIndex(wanted);
  const isUnknown = ({ type, data }: (typeof atAlice.ephemeral)[number]) =>
    type === 'presence_unknown' && data.unknown === true;
  // First that it is not known, so that no client takes the friend for absent.
  expect(position(isUnknown)).toBeGreaterThan(-1);
  expect(position(isUnknown)).toBeLessThan(position(presenceOf(bob.id, false)));
  const list = await here.get(alice, '/api/presence');
  expect(list.body).toEqual({ online: [], unknown: true });
  const later = await open(bases[0], alice);
  const isList = ({ type }: { type: string }) => type === 'presence_list';
  expect((await later.untilEphemeral(isList)).data).toEqual({ online: [], unknown: true });

  atAlice.ephemeral.splice(0);
  await server.restart();
  await atAlice.untilEphemeral(presenceOf(bob.id, true));
  await atAlice.untilEphemeral(
    ({ type, data }) => type === 'presence_unknown' && data.unknown === false,
  );
  expect((await here.get(alice, '/api/presence')).body).toEqual({ online: [bob.id] });
}, 30_000);

/** 100,000 people who never come, all friends of one. */
async function befriendMany(id: string): Promise<void> {
  const many = `SELECT ('f0000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid AS id
    FROM generate_series(1, ${friendCount}) AS n`;
  await here.query(`INSERT INTO users (id) ${many}`);
  await here.query(
    `INSERT INTO relations (lo_id, hi_id, state, requester_id)
     SELECT $1::uuid, many.id, 'friends', many.id FROM (${many}) AS many`,
    [id],
  );
}

it('of somebody with 100,000 friends takes less than 10 kB between replicas, and reaches the friend who is there', async () => {
  const { alice, bob } = await here.joinFriends();
  await befriendMany(alice.id);
  let bytes = 0;
  const spy = redis[0].subscribe('spy', 'broadcast', {
    onMessage: (text) => {
      if (text.includes(alice.id)) bytes += text.length;
      return true;
    },
  });
  await until(() => spy.deafSince() === null);
  const atBob = await open(bases[1], bob);
  const atAlice = await open(bases[0], alice);
  await atBob.untilEphemeral(presenceOf(alice.id, true));
  atAlice.close();
  await atBob.untilEphemeral(presenceOf(alice.id, false));
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(10_000);
  spy.unsubscribe();
}, 60_000);
