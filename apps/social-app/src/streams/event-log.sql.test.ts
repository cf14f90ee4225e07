import { createEmbeddedTestDatabase, type EmbeddedTestDatabase } from '@triptych/postgres/testing';
import { PrismaClient } from '../generated/prisma/client.js';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';
import { pruneEvents } from '../events/prune-events.sql.js';
import { createSqlEventLog } from './event-log.sql.js';
import { createSqlFriendIds } from './friend-ids.sql.js';

let database: EmbeddedTestDatabase;
let world: TestApp;
let prisma: PrismaClient;

beforeAll(async () => {
  database = await createEmbeddedTestDatabase(migrationsDir);
  world = await createTestApp({ database });
  prisma = new PrismaClient(database.clientOptions);
});
afterAll(() => world.close());

async function converse() {
  const { alice, bob, chatId } = await world.joinFriends();
  for (const text of ['a', 'b', 'c', 'd']) {
    await world.post(alice, '/api/message/send', { chatId, text });
  }
  return { alice, bob };
}

const lastWeek = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000);

it('drops what is older than allowed, and nothing of other users', async () => {
  const log = createSqlEventLog(database);
  const { alice, bob } = await converse();
  await database.query(
    `UPDATE events SET at = now() - interval '8 days' WHERE user_id = $1 AND seq <= 4`,
    [bob.id],
  );
  // Exactly as old as allowed.
  const limit = [lastWeek.toISOString(), bob.id];
  await database.query(
    `UPDATE events SET at = $1::timestamptz WHERE user_id = $2 AND seq = 5`,
    limit,
  );
  expect(await pruneEvents(prisma, lastWeek, 1000)).toBe(4);
  const left = await log.readAfter(bob.id, { seq: 0, at: null }, 100);
  expect(left).toMatchObject({ head: 6, events: [{ seq: 5 }, { seq: 6 }] });
  expect((await log.readAfter(alice.id, { seq: 0, at: null }, 100)).events).toHaveLength(6);
});

it('keeps the newest event of a user for whom nothing happens, so that an id of it can be checked', async () => {
  const log = createSqlEventLog(database);
  const { bob } = await converse();
  await database.query(`UPDATE events SET at = now() - interval '8 days' WHERE user_id = $1`, [
    bob.id,
  ]);
  expect(await pruneEvents(prisma, lastWeek, 1000)).toBe(5);
  const head = await log.readHead(bob.id);
  expect(head).toEqual({ seq: 6, at: expect.any(Number) });
  expect(await log.readAfter(bob.id, head, 100)).toEqual({ head: 6, events: [] });
});

it('drops what is further behind the head than allowed', async () => {
  const log = createSqlEventLog(database);
  const { alice, bob } = await converse();
  await pruneEvents(prisma, lastWeek, 2);
  for (const { id } of [alice, bob]) {
    const left = await log.readAfter(id, { seq: 0, at: null }, 100);
    expect(left.events.map(({ seq }) => seq)).toEqual([5, 6]);
  }
});

it('tells the newest event of each session’s user, and of no other', async () => {
  const log = createSqlEventLog(database);
  const people = [await converse(), await converse()].flatMap(({ alice, bob }) => [alice, bob]);
  await database.query(`UPDATE events SET at = at + make_interval(secs => random() * 1000)`);
  const heads = await log.readHeadsOfSessions(people.map(({ sessionId }) => sessionId));
  for (const { id, sessionId } of people)
    expect(heads.get(sessionId)).toEqual(await log.readHead(id));
  // A session that is over has none, and neither has one that was not asked for.
  const [over, last] = people as [(typeof people)[0], (typeof people)[0]];
  await database.query(
    `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = $1`,
    [over.sessionId],
  );
  const left = await log.readHeadsOfSessions([over.sessionId, last.sessionId]);
  expect([...left.keys()]).toEqual([last.sessionId]);
});

it('friends among others are those of the user alone, and no mere acquaintances', async () => {
  const friendIds = createSqlFriendIds(database);
  const [{ alice, bob }, { alice: stranger }] = [await converse(), await converse()];
  const asked = await world.join();
  await world.post(alice, '/api/friends/add', { email: asked.email });
  for (const user of [alice, bob]) {
    const others = [alice, bob, stranger, asked].filter(({ id }) => id !== user.id);
    const [friend] = user === alice ? [bob] : [alice];
    expect(
      await friendIds.among(
        user.id,
        others.map(({ id }) => id),
      ),
    ).toEqual([friend.id]);
  }
});

it('goes on counting after everything was dropped', async () => {
  const log = createSqlEventLog(database);
  const { alice, bob } = await converse();
  await pruneEvents(prisma, lastWeek, 0);
  expect(await log.readAfter(bob.id, { seq: 0, at: null }, 100)).toEqual({ head: 6, events: [] });
  await world.delete(alice, `/api/friends/${bob.id}`);
  expect((await log.readAfter(bob.id, { seq: 6, at: null }, 100)).events).toMatchObject([
    { seq: 7, type: 'removed_friend', personId: alice.id },
  ]);
});
