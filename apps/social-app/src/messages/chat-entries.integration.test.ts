import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase, withRetry } from '@triptych/postgres';
import { createTestDatabase, openLockSession } from '@triptych/postgres/testing';
import { keptEntries, makeBusy, plainEntries } from '../testing/busy-person.js';
import { createPostgresApp, openPostgresApp } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { migrationsDir, type TestApp } from '../testing/test-app.js';

const log = { info: () => {}, warn: () => {} };
/** A send, as far as the triggers notice it. */
const sendPlainly = `
  WITH numbered AS (UPDATE chats SET last_seq = last_seq + 1 WHERE id = $1 RETURNING id, lo_id, last_seq)
  INSERT INTO messages (chat_id, seq, id, sender_id, text)
  SELECT id, last_seq, gen_random_uuid(), lo_id, 'x' FROM numbered`;

async function expectKept(world: Pick<TestApp, 'query'>): Promise<void> {
  const [kept, plain] = [await world.query<object>(keptEntries), await world.query(plainEntries)];
  expect(kept.length).toBeGreaterThan(0);
  expect(kept).toEqual(plain);
}

/** One of the things that two people do with their messages, at random. */
async function act(world: TestApp, people: readonly SignedInUser[], chatId: string): Promise<void> {
  const who = people[Math.floor(Math.random() * 2)]!;
  const seq = 1 + Math.floor(Math.random() * 12);
  const actions = [
    () => world.post(who, '/api/message/send', { chatId, text: `words ${seq}` }),
    () => world.post(who, '/api/message/send', { chatId, text: `words ${seq}` }),
    () => world.post(who, '/api/message/read', { chatId, seq }),
    () => world.post(who, '/api/message/delete', { chatId, seq }),
    () => world.post(who, '/api/message/delete', { chatId, seq, for: 'me' }),
    () => world.post(who, '/api/message/edit', { chatId, seq, text: 'other words' }),
  ];
  const { status } = await actions[Math.floor(Math.random() * actions.length)]!();
  expect(status).toBeLessThan(500);
}

it('what is kept of chats is what their messages say, whatever happens at once', async () => {
  const world = await openPostgresApp();
  const pairs = await Promise.all([1, 2, 3].map(() => world.joinFriends()));
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        const { alice, bob, chatId } = pairs[n % pairs.length]!;
        return act(world, [alice, bob], chatId);
      }),
    );
    await expectKept(world);
  }
  const { alice } = pairs[0]!;
  await world.delete(alice, '/api/account', { confirm: alice.email });
  await expectKept(world);
  await world.close();
});

it('a change of a message waits for a send that has locked the chat, and counts what it adds', async () => {
  const world = await openPostgresApp();
  const { alice, chatId } = await world.joinFriends();
  await world.post(alice, '/api/message/send', { chatId, text: 'first' });
  const session = await openLockSession(world.databaseUrl);
  await session.query('BEGIN');
  await session.query(sendPlainly, [chatId]);
  const change = 'UPDATE messages SET lo_hidden = true WHERE chat_id = $1 AND seq = 1';
  const changed = world.query(change, [chatId]);
  await session.untilBlocking('UPDATE messages');
  await session.query('COMMIT');
  await changed;
  await expectKept(world);
  await session.end();
  await world.close();
});

it('chats of a release that knew nothing of it are filled in portions, while it goes on writing', async () => {
  const { url, drop } = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  const former = await mkdtemp(join(tmpdir(), 'migrations-'));
  const names = (await readdir(migrationsDir)).sort();
  for (const name of names.filter((each) => each < '20261122131500')) {
    await cp(join(fileURLToPath(migrationsDir), name), join(former, name), { recursive: true });
  }
  const open = (migrations: string | URL) =>
    openDatabase({ url, dataDir: '', applicationName: 'test', migrationsDir: migrations, log });
  const old = await open(former);
  await old.migrate();
  const me = { id: '80000000-0000-7000-8000-000000000000' } as SignedInUser;
  await old.query('INSERT INTO users (id) VALUES ($1)', [me.id]);
  await makeBusy({ query: old.query } as TestApp, me, 1_200);
  await old.query('UPDATE chats SET lo_read = 1, hi_read = 2');
  // The release before, which tries again what loses its locks to a migration.
  const write = (sql: string, id: string) => withRetry(() => old.query(sql, [id]));
  let isOver = false;
  const ids = (await old.query<{ id: string }>('SELECT id FROM chats')).map(({ id }) => id);
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const id = ids[(n * 211) % ids.length]!;
      await write(sendPlainly, id);
      if (n % 3 === 0) {
        await write('UPDATE messages SET lo_hidden = true WHERE chat_id = $1 AND seq = 3', id);
        await write('UPDATE chats SET hi_read = last_seq WHERE id = $1', id);
      }
    }
  })();
  const database = await open(migrationsDir);
  await database.migrate();
  isOver = true;
  await writing;
  await database.close();
  await old.close();
  const world = await createPostgresApp(url);
  await expectKept(world);
  await world.close();
  await drop();
  await rm(former, { recursive: true });
});
