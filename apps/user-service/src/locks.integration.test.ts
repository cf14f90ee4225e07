// Each lock, and each order of locks, seen from a second connection (ADR 0030).
import { randomUUID } from 'node:crypto';
import type { LockSession } from '@triptych/postgres/testing';
import { type Database, sqlState } from '@triptych/postgres';
import { createStores, type Stores } from './compose.js';
import { createPrisma } from './database.js';
import { insertOn } from './testing/contention.js';
import { type LockableDatabase, openLockableDatabase } from './testing/lockable-database.js';
import { tester } from './testing/test-app.js';
import { emailKeyOf } from './uniqueness/email-key.js';
import type { KeyedUser } from './users/user.js';

let place: LockableDatabase;
let database: Database;
let session: LockSession;
beforeEach(async () => {
  place = await openLockableDatabase();
  ({ database, session } = place);
});
afterEach(() => place.close());

const storesWithin = (timeoutMs: number): Stores =>
  createStores(database, createPrisma(database), timeoutMs);
const person = (email: string): KeyedUser => ({
  ...{ id: randomUUID(), fullName: 'N', email, emailKey: null },
  ...{ phone: '', contactAddress: '' },
});
const stored = async (order = 'email') =>
  (await database.query<{ email: string }>(`SELECT email FROM users ORDER BY ${order}`)).map(
    ({ email }) => email,
  );

it('a change of the rule waits for registrations that are under way, and gives them their keys', async () => {
  const { uniqueness } = storesWithin(10_000);
  await uniqueness.settle('exact');
  await session.query('BEGIN');
  await insertOn(session, 'Late@example.org');
  const changed = uniqueness.change('casefold', emailKeyOf('casefold'));
  await session.untilBlocking('LOCK TABLE users');
  await session.query('COMMIT');
  expect(await changed).toBe(true);
  expect(await database.query('SELECT email_key AS key FROM users')).toEqual([
    { key: 'f:late@example.org' },
  ]);
});

it('the first to choose the rule waits for registrations that are under way', async () => {
  await session.query('BEGIN');
  await insertOn(session, 'late@example.org');
  const settled = storesWithin(10_000).uniqueness.settle('casefold');
  await session.untilBlocking('LOCK TABLE users');
  await session.query('COMMIT');
  expect(await settled).toBe('exact');
});

it('rows of a batch are inserted in one order, however they arrive, with keys and without', async () => {
  const { users, idempotency } = storesWithin(10_000);
  await users.insertAll(['c', 'a', 'b'].map(person), tester);
  expect(await stored('ctid')).toEqual(['a', 'b', 'c']);
  await Promise.all(['f', 'd', 'e'].map((email) => users.insert(person(email))));
  const request = (key: string) => ({ key, fingerprint: 'a'.repeat(64) });
  await Promise.all(['i', 'g', 'h'].map((it) => idempotency.insertOnce(person(it), request(it))));
  expect(await stored('ctid')).toEqual([...'abcdefghi']);
  const keys = await database.query('SELECT key FROM idempotency_keys ORDER BY ctid');
  expect(keys).toEqual([...'ghi'].map((key) => ({ key })));
});

it('one whose e-mail is locked leaves its batch, with a key and without, and is stored when the lock is gone', async () => {
  // Were the lock waited for within the batch, the time of all in it would be over.
  const { users, idempotency } = storesWithin(2_000);
  await session.query('BEGIN');
  await insertOn(session, 'hot@example.org');
  const request = (key: string) => ({ key, fingerprint: 'a'.repeat(64) });
  const late = users.insert(person('hot@example.org'));
  const [more, others] = [[...'abcdefg'], [...'klmnopq']];
  expect(await Promise.all(more.map((it) => users.insert(person(it))))).toEqual(
    more.map(() => true),
  );
  const keyed = idempotency.insertOnce(person('hot@example.org'), request('hot'));
  const outcomes = others.map((it) => idempotency.insertOnce(person(it), request(it)));
  expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(
    others.map(() => 'registered'),
  );
  await session.query('ROLLBACK');
  expect([await late, (await keyed).kind].sort()).toEqual(
    (await late) ? ['email-taken', true] : [false, 'registered'],
  );
  expect(await stored()).toEqual([...more, 'hot@example.org', ...others]);
});

it('one whose row is slow without a lock leaves its batch, with a key and without, and is not waited for again', async () => {
  await database.query(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW.email LIKE 'slow%' THEN PERFORM pg_sleep(30); END IF; RETURN NEW; END $$`);
  await database.query(`CREATE TRIGGER dawdle BEFORE INSERT ON users
    FOR EACH ROW EXECUTE FUNCTION dawdle()`);
  // Of it each statement has a part, within which those beside the slow one are stored on a busy machine, too: twenty seconds in all.
  const { users, idempotency } = storesWithin(8_000);
  const request = (key: string) => ({ key, fingerprint: 'a'.repeat(64) });
  const registerBeside = (round: number) => [
    users.insert(person('slow@example.org')),
    idempotency.insertOnce(person('slow@example.org'), request(`slow ${round}`)),
    ...[...'abcdefgh'].flatMap((it) => [
      users.insert(person(`${it}-${round}`)),
      idempotency.insertOnce(person(`${it}-keyed-${round}`), request(`${it} ${round}`)),
    ]),
  ];
  for (const round of [1, 2]) {
    const outcomes = (await Promise.allSettled(registerBeside(round))).map(({ status }) => status);
    expect(outcomes).toEqual(['rejected', 'rejected', ...Array<string>(16).fill('fulfilled')]);
  }
  expect(await stored()).toHaveLength(32);
});

it.each(['an import', 'a registration'])(
  '%s that deadlocks with others is repeated',
  async (kind) => {
    // The second of its rows waits in a trigger until the session waits for the first; a deadlock is looked for at once.
    await database.query('CREATE SEQUENCE meetings');
    const [holder] = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await database.query(`CREATE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('meetings') = 1 THEN
        PERFORM set_config('deadlock_timeout', '1ms', true);
        WHILE NOT EXISTS (SELECT FROM pg_locks WHERE pid = ${holder!.pid} AND NOT granted) LOOP
          PERFORM pg_sleep(0.001);
        END LOOP;
      END IF; RETURN NEW; END $$`);
    await database.query(`CREATE TRIGGER meet BEFORE INSERT ON users FOR EACH ROW
      WHEN (NEW.email = 'b' AND NEW.full_name <> 'Held') EXECUTE FUNCTION meet()`);
    const states: unknown[] = [];
    const prepared: Database['prepared'] = (statement, signal) =>
      database.prepared<never>(statement, signal).catch((error: unknown) => {
        states.push(sqlState(error));
        throw error;
      });
    const { users } = createStores({ ...database, prepared }, createPrisma(database), 10_000);
    await session.query('BEGIN');
    await insertOn(session, 'b');
    const people = ['a', 'b'].map(person);
    const outcome =
      kind === 'an import'
        ? users.insertAll(people, tester)
        : Promise.all(people.map(users.insert));
    for (let met = false; !met;) {
      [met] = (await database.query<{ met: boolean }>('SELECT is_called AS met FROM meetings')).map(
        (row) => row.met,
      ) as [boolean];
    }
    await insertOn(session, 'a');
    await session.query('ROLLBACK');
    const ids = new Set(people.map(({ id }) => id));
    expect(await outcome).toEqual(
      kind === 'an import' ? { stored: ids, leftOut: new Set() } : [true, true],
    );
    expect(states).toContain('40P01');
    expect(await stored()).toEqual(['a', 'b']);
  },
);

it('what is reported as failed for want of time waits for no lock any more, and is never stored', async () => {
  const { users, idempotency } = storesWithin(2_000);
  await session.query('BEGIN');
  await insertOn(session, 'hot@example.org');
  const request = { key: 'k', fingerprint: 'a'.repeat(64) };
  const failed = await Promise.allSettled([
    users.insert(person('hot@example.org')),
    idempotency.insertOnce(person('hot@example.org'), request),
    users.insertAll([person('hot@example.org'), person('line@example.org')], tester),
  ]);
  expect(failed).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ name: 'BatchTimeoutError' }) },
    { status: 'rejected', reason: expect.objectContaining({ name: 'BatchTimeoutError' }) },
    { status: 'fulfilled', value: { stored: expect.anything(), leftOut: expect.anything() } },
  ]);
  const waiting = `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  expect(await database.query(waiting)).toEqual([]);
  await session.query('ROLLBACK');
  expect(await stored()).toEqual(['line@example.org']);
  expect(await database.query('SELECT key FROM idempotency_keys')).toEqual([]);
});

it('twins of one request, of which one is held up by the other, have one outcome', async () => {
  const { idempotency } = storesWithin(10_000);
  const request = { key: 'k', fingerprint: 'a'.repeat(64) };
  await session.query('BEGIN');
  const first = person('twin@example.org');
  const { id, email, fullName, phone, contactAddress } = first;
  const answer = { id, email, fullName, phone, contactAddress };
  await session.query(`INSERT INTO users (id, email, full_name) VALUES ($1, $2, 'N')`, [
    first.id,
    first.email,
  ]);
  await session.query(
    'INSERT INTO idempotency_keys (key, fingerprint, answer) VALUES ($1, $2, $3)',
    [request.key, request.fingerprint, JSON.stringify(answer)],
  );
  const second = idempotency.insertOnce(person('twin@example.org'), request);
  await session.untilBlocking('idempotency_keys');
  await session.query('COMMIT');
  expect(await second).toEqual({ kind: 'registered', user: answer });
});

it('the removal of old keys leaves to another process those that it is removing', async () => {
  const { idempotency } = storesWithin(10_000);
  // A few more than one statement removes.
  await database.query(`INSERT INTO idempotency_keys (key, fingerprint, created_at)
    SELECT n::text, repeat('a', 64), now() - interval '25 hours' FROM generate_series(1, 5003) AS n`);
  await session.query('BEGIN');
  await session.query(`SELECT FROM idempotency_keys WHERE key = '1' FOR UPDATE`);
  await idempotency.removeExpired();
  await session.query('COMMIT');
  expect(await database.query('SELECT key FROM idempotency_keys')).toEqual([{ key: '1' }]);
});
