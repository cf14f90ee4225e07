// Asking for a mail waits for no lock of a user, so neither its reply nor its time tells who is registered (ADR 0060).
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

it('a claim passes by a user who is being removed, and takes the others', async () => {
  const { users, mailQueue } = storesOf();
  const [ann, bob] = [userNamed('ann'), userNamed('bob')];
  for (const user of [ann, bob]) await users.insert(user);
  await session.query('BEGIN');
  await session.query('DELETE FROM users WHERE id = $1', [ann.id]);
  await database.query(
    `UPDATE verification_mails SET due_at = now() - interval '1 s' WHERE user_id = $1`,
    [bob.id],
  );
  const claims = await mailQueue.claim([createLink().hash, createLink().hash]);
  expect(claims.map(({ userId }) => userId)).toEqual([bob.id]);
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
