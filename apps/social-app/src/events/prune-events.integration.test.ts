import { openDatabase } from '@triptych/postgres';
import { openLockSession } from '@triptych/postgres/testing';
import { PrismaClient } from '../generated/prisma/client.js';
import { createPostgres } from '../testing/postgres-app.js';
import { createTestApp, migrationsDir } from '../testing/test-app.js';
import { pruneEvents } from './prune-events.sql.js';

it('leaves to another replica the events that it is removing', async () => {
  const { url, drop } = await createPostgres();
  const log = { info: () => {}, warn: () => {} };
  const options = { url, dataDir: 'unused', applicationName: 'social-app-test', migrationsDir };
  const database = await openDatabase({ ...options, log });
  const prisma = new PrismaClient(database.clientOptions);
  const world = await createTestApp({ database });
  const session = await openLockSession(url);
  try {
    const { alice } = await world.joinFriends();
    const held = [alice.id];
    const left = () =>
      world.query<{ id: string }>('SELECT user_id AS id FROM events ORDER BY user_id, seq');
    await session.query('BEGIN');
    await session.query('SELECT FROM events WHERE user_id = $1 FOR UPDATE', held);
    const all = await left();
    const ofOthers = all.filter(({ id }) => id !== alice.id).length;
    expect(ofOthers).toBeGreaterThan(0);
    // Those too far behind the newest, and on another occasion those too old.
    expect(await pruneEvents(prisma, new Date(0), 0)).toBe(ofOthers);
    expect(await pruneEvents(prisma, new Date(Date.now() + 60_000), 1000)).toBe(0);
    await session.query('COMMIT');
    expect(await left()).toHaveLength(all.length - ofOthers);
    // The newest of a log stays, however old it is.
    expect(await pruneEvents(prisma, new Date(Date.now() + 60_000), 1000)).toBe(
      all.length - ofOthers - 1,
    );
    expect(await left()).toEqual([{ id: alice.id }]);
  } finally {
    await session.end();
    await prisma.$disconnect();
    await world.close();
    await drop();
  }
});
