import { until } from '@triptych/redis/testing';
import { openReadyEvents, type EventClient } from '../testing/event-client.js';
import { startOwnRedis, type OwnService } from '../testing/own-services.js';
import { createPostgres, createPostgresApp } from '../testing/postgres-app.js';
import { connectReplicas } from '../testing/shared-redis.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
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
});
afterEach(() => clients.splice(0).forEach((client) => client.close()));
afterAll(async () => {
  await here.close();
  await there.close();
  redis.forEach((each) => each.close());
  await server.close();
  await database.drop();
});

async function open(base: string | undefined, user: SignedInUser) {
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
});

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

/** What replicas say of somebody who comes and goes, and how long it takes. */
async function flip(person: SignedInUser, friend: SignedInUser) {
  let bytes = 0;
  const spy = redis[0].subscribe('spy', 'broadcast', {
    onMessage: (text) => {
      if (text.includes('"presence-change"') && text.includes(person.id)) bytes += text.length;
      return true;
    },
  });
  await until(() => spy.deafSince() === null);
  const onlineFriends = async () => (await here.get(person, '/api/presence')).body.online;
  const atFriend = await open(bases[1], friend);
  while ((await onlineFriends()).length === 0);
  const atPerson = await open(bases[0], person);
  const isList = ({ type }: { type: string }) => type === 'presence_list';
  expect((await atPerson.untilEphemeral(isList)).data).toEqual({ online: [friend.id] });
  await atFriend.untilEphemeral(presenceOf(person.id, true));
  expect(await onlineFriends()).toEqual([friend.id]);
  atPerson.close();
  await atFriend.untilEphemeral(presenceOf(person.id, false));
  atFriend.close();
  spy.unsubscribe();
  return bytes;
}

it('of somebody with 100,000 friends is as short between replicas as with one, and reaches the friend who is there', async () => {
  const { alice, bob } = await here.joinFriends();
  const withOne = await flip(alice, bob);
  await befriendMany(alice.id);
  const withMany = await flip(alice, bob);
  expect(withMany).toBe(withOne);
  expect(withOne).toBeGreaterThan(0);
  expect(withOne).toBeLessThan(1_000);
});
