// Asking for a mail waits for no lock of a user, so neither its reply nor its time tells who is registered (ADR 0060).
import { randomUUID } from 'node:crypto';
import type { LockSession } from '@triptych/postgres/testing';
import type { Database } from '@triptych/postgres';
import { createStores } from '../compose.js';
import { createPrisma } from '../database.js';
import { userNamed } from '../events/event-log.contract.js';
import { type LockableDatabase, openLockableDatabase } from '../testing/lockable-database.js';
import { tester } from '../testing/test-app.js';
import { createLink } from './verification-link.js';

let place: LockableDatabase;
let database: Database;
let session: LockSession;
beforeEach(async () => {
  place = await openLockableDatabase();
  ({ database, session } = place);
});
afterEach(() => place.close());

const storesOf = () => createStores(database, createPrisma(database), 10_000, true);

it('a request is stored while all users are locked', async () => {
  const { verification } = storesOf();
  await session.query('BEGIN');
  await session.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  await verification.request('ann@example.org', 'en');
  expect(await database.query('SELECT email FROM verification_requests')).toHaveLength(1);
  await session.query('ROLLBACK');
});

/** Two users, to whom a mail is due. */
async function addDue() {
  const { users, mailQueue } = storesOf();
  const [ann, bob] = [userNamed('ann'), userNamed('bob')];
  for (const user of [ann, bob]) await users.insert(user);
  await database.query(`UPDATE verification_mails SET due_at = now() - interval '1 s'`);
  return { ann, bob, mailQueue };
}

const hashes = () => [createLink().hash, createLink().hash];

it.each([
  ['who is being removed', 'DELETE FROM users WHERE id = $1'],
  ['whom another transaction has locked', 'SELECT FROM users WHERE id = $1 FOR UPDATE'],
])('a claim passes by a user %s, and takes the others', async (_, statement) => {
  const { ann, bob, mailQueue } = await addDue();
  await session.query('BEGIN');
  await session.query(statement, [ann.id]);
  expect(await mailQueue.claim(hashes())).toMatchObject([{ userId: bob.id }]);
  await session.query('COMMIT');
});

it('a claim passes by a mail that another replica is claiming at this moment, and does not take it later', async () => {
  const { ann, bob, mailQueue } = await addDue();
  await session.query('BEGIN');
  await session.query(
    `UPDATE verification_mails SET claim = $2::uuid, claimed_until = now() + interval '1 minute' WHERE user_id = $1::uuid`,
    [ann.id, randomUUID()],
  );
  expect(await mailQueue.claim(hashes())).toMatchObject([{ userId: bob.id }]);
  await session.query('COMMIT');
  expect(await mailQueue.claim(hashes())).toEqual([]);
});

it('links whose time is over are removed without waiting for one that is locked', async () => {
  const { users, mailQueue, verification } = storesOf();
  for (const name of ['ann', 'bob']) await users.insert(userNamed(name));
  await database.query(`UPDATE verification_mails SET due_at = now() - interval '1 s'`);
  const [locked, free] = [createLink().hash, createLink().hash];
  await mailQueue.claim([locked, free]);
  await database.query(`UPDATE verification_links SET ends_at = now() - interval '1 s'`);
  await session.query('BEGIN');
  await session.query('SELECT FROM verification_links WHERE hash = $1 FOR UPDATE', [locked]);
  await verification.prune();
  expect(await database.query('SELECT hash FROM verification_links')).toEqual([{ hash: locked }]);
  await session.query('COMMIT');
});

it('a press and a removal of the same user, in either order, end without a deadlock', async () => {
  const { users, mailQueue, verification, directory } = storesOf();
  for (const isFirst of [true, false]) {
    const ann = userNamed(`ann${String(isFirst)}`);
    await users.insert(ann);
    await database.query(`UPDATE verification_mails SET due_at = now() - interval '1 s'`);
    const { hash } = createLink();
    await mailQueue.claim([hash]);
    await session.query('BEGIN');
    await session.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [ann.id]);
    const works = [() => verification.prove(hash), () => directory.remove(ann.email, tester)];
    const order = isFirst ? works : works.toReversed();
    const running = [];
    for (const work of order) running.push(work());
    await session.untilBlocking('users');
    await session.query('COMMIT');
    await Promise.all(running);
    expect(await users.findByEmail(ann.email)).toBeNull();
    expect(await database.query('SELECT FROM verification_links')).toEqual([]);
  }
});

it('a press waits for the user before it takes the link, as a removal does', async () => {
  const { users, mailQueue, verification } = storesOf();
  const ann = userNamed('ann');
  await users.insert(ann);
  const { hash } = createLink();
  await mailQueue.claim([hash]);
  await session.query('BEGIN');
  await session.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [ann.id]);
  const pressed = verification.prove(hash);
  await session.untilBlocking('users');
  const free = 'SELECT FROM verification_links FOR UPDATE SKIP LOCKED';
  expect(await database.query(free)).toHaveLength(1);
  await session.query('COMMIT');
  expect(await pressed).toBe(true);
});

it('requests that another replica is dealing with are passed over at once', async () => {
  const { mailQueue, verification } = storesOf();
  for (const name of ['ann', 'bob']) await verification.request(`${name}@example.org`, 'en');
  await session.query('BEGIN');
  await session.query(`SELECT FROM verification_requests WHERE email LIKE 'ann%' FOR UPDATE`);
  expect(await mailQueue.admit(10)).toBe(1);
  await session.query('COMMIT');
  expect(await mailQueue.admit(10)).toBe(1);
});

it('a request for a user who is being removed makes no mail', async () => {
  const { users, mailQueue, verification } = storesOf();
  const eve = userNamed('eve');
  await users.insertAll([eve], tester);
  await verification.request(eve.email, 'en');
  await session.query('BEGIN');
  await session.query('DELETE FROM users WHERE id = $1', [eve.id]);
  const admitted = mailQueue.admit(10);
  await session.untilBlocking('verification_requests');
  await session.query('COMMIT');
  expect(await admitted).toBe(1);
  expect(await database.query('SELECT FROM verification_mails')).toEqual([]);
});
