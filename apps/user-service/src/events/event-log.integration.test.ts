// On a server of its own: a transaction that writes anywhere on a server holds back the events of all its databases.
import { setTimeout as pause } from 'node:timers/promises';
import { openLockSession, type OwnServer, startOwnServer } from '@triptych/postgres/testing';
import { postgresTestStores, tester, type TestStores } from '../testing/test-app.js';
import type { UserChanges } from '../management/management.js';
import { parseCursor } from './event-cursor.js';
import { eventLogContract, replay, userNamed } from './event-log.contract.js';
import type { UserEvent } from './user-event.js';

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.destroy());

const open = () => postgresTestStores(server.url);

describe('the log of changes on PostgreSQL', () => eventLogContract(open));

/** Follows the log from its beginning until `done` and nothing is left. */
async function follow({ stores }: TestStores, done: () => boolean): Promise<UserEvent[]> {
  const seen: UserEvent[] = [];
  for (let last = false; ;) {
    const cursor = seen.at(-1)?.cursor;
    const page = await stores.events.read(cursor === undefined ? null : parseCursor(cursor), 7);
    seen.push(...page!);
    if (page!.length > 0) continue;
    if (last) return seen;
    last = done();
    await pause(2);
  }
}

/** A session on the database of these stores. */
async function sessionOf(world: TestStores) {
  const [{ name }] = (await world.query('SELECT current_database() AS name')) as [{ name: string }];
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return openLockSession(url.href);
}

it('a transaction that is late is not skipped', async () => {
  const world = await open();
  const late = await sessionOf(world);
  await late.query('BEGIN');
  await late.query(
    `INSERT INTO users (id, email, full_name) VALUES (gen_random_uuid(), 'late@x.test', 'Late')`,
  );
  await world.stores.users.insert(userNamed('early'));
  expect(await world.stores.events.read(null, 10)).toEqual([]);
  await late.query('COMMIT');
  const events = await world.stores.events.read(null, 10);
  expect(events?.map(({ data }) => data?.FullName)).toEqual(['Late', 'early']);
  await late.end();
  await world.close();
});

it('a transaction that is older than the last change of a user is refused, and changes the user when it runs again', async () => {
  const world = await open();
  const { users, directory, events } = world.stores;
  for (const name of ['ann', 'bob']) await users.insert(userNamed(name));
  const older = await sessionOf(world);
  const change = async () => {
    await older.query('BEGIN');
    await older.query(`UPDATE users SET phone = 'older' WHERE email = 'ann@example.org'`);
  };
  const changeToo = () =>
    older.query(`UPDATE users SET phone = 'last' WHERE email = 'bob@example.org'`);
  const removeToo = () => older.query(`DELETE FROM users WHERE email = 'bob@example.org'`);
  for (const late of [changeToo, removeToo]) {
    await change();
    await directory.change('bob@example.org', { phone: 'younger' }, tester);
    await directory.change('bob@example.org', { phone: 'youngest' }, tester);
    await expect(late()).rejects.toMatchObject({ code: '40001' });
    await older.query('ROLLBACK');
  }
  await change();
  await changeToo();
  await older.query('COMMIT');
  const all = await events.read(null, 100);
  expect(all!.at(-1)).toMatchObject({ data: { Phone: 'last' } });
  await older.end();
  await world.close();
});

it('pruning stops at what somebody has locked, so that no cursor is left with a gap behind it', async () => {
  const world = await open();
  const { users, events } = world.stores;
  for (const name of ['a', 'b', 'c', 'd']) await users.insert(userNamed(name));
  const [a, b] = (await events.read(null, 10))!;
  const holder = await sessionOf(world);
  await holder.query('BEGIN');
  await holder.query('SELECT FROM user_events WHERE id = $1 FOR UPDATE', [b!.id]);
  await events.prune({ days: 30, count: 1 });
  expect(await events.read(parseCursor(a!.cursor), 10)).toBeNull();
  const after = await events.read(parseCursor(b!.cursor), 10);
  expect(after?.map(({ data }) => data?.FullName)).toEqual(['c', 'd']);
  await holder.query('ROLLBACK');
  await events.prune({ days: 30, count: 1 });
  expect(await events.read(parseCursor(b!.cursor), 10)).toBeNull();
  await holder.end();
  await world.close();
});

it('who follows while many write has exactly the table in the end, and each event once', async () => {
  const world = await open();
  const { users, idempotency, directory } = world.stores;
  const names = Array.from({ length: 24 }, (_, n) => `p${n}`);
  let writing = true;
  const followed = follow(world, () => !writing);
  // How many users each of them stores, changes or removes is told by its outcome.
  const step = async (n: number): Promise<number> => {
    const person = userNamed(names[(n * 7) % names.length]!);
    const { email } = person;
    const changed = async (changes: UserChanges) => {
      const outcome = await directory.change(email, changes, tester);
      // The address that a user has already is no change.
      return Number(outcome.kind === 'changed' && changes.email !== email);
    };
    const works = [
      async () => Number(await users.insert(person)),
      async () => {
        const request = { key: `k${n % 50}`, fingerprint: `${n % 60}` };
        const outcome = await idempotency.insertOnce(person, request);
        // Another id is that of an earlier request with the same key.
        return Number(outcome.kind === 'registered' && outcome.user.id === person.id);
      },
      async () => {
        const both = [person, userNamed(names[n % names.length]!)];
        return (await users.insertAll(both, tester)).stored.size;
      },
      () => changed({ phone: `${n}` }),
      () => changed({ email: `p${(n * 5) % 30}@example.org`, emailKey: null }),
      async () => Number(await directory.remove(email, tester)),
    ];
    return works[(n * 11 + (n >> 3)) % works.length]!();
  };
  const changes = await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      let sum = 0;
      for (let n = 0; n < 100; n += 1) sum += await step(writer * 100 + n);
      return sum;
    }),
  );
  writing = false;
  const events = await followed;
  expect(events.length).toBe(changes.reduce((sum, count) => sum + count));
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const kinds = ['user.deleted', 'user.registered', 'user.updated'];
  expect([...new Set(events.map(({ type }) => type))].sort()).toEqual(kinds);
  const rows = await world.query(`SELECT id, json_build_object('ID', id, 'FullName', full_name,
    'Email', email, 'Phone', phone, 'ContactAddress', contact_address) AS data FROM users`);
  const table = new Map((rows as { id: string; data: object }[]).map(({ id, data }) => [id, data]));
  expect(replay(events)).toEqual(table);
  await world.close();
});
