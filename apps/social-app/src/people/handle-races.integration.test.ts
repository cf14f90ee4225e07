// Two who want one handle, in every order that a lock can be held in.
import { openLockSession, type LockSession } from '@triptych/postgres/testing';
import { openPostgresApp } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';

let world: Awaited<ReturnType<typeof openPostgresApp>>;
let session: LockSession;
beforeAll(async () => {
  world = await openPostgresApp();
});
beforeEach(async () => {
  session = await openLockSession(world.databaseUrl);
});
afterEach(() => session.end());
afterAll(() => world.close());

const choose = (me: SignedInUser, handle: string) =>
  world.put(me, '/api/account/handle', { handle });
const holders = (handle: string) =>
  world.query<{ id: string }>('SELECT user_id::text AS id FROM user_handles WHERE handle = $1', [
    handle,
  ]);

it('of many who choose one handle at once, one gets it, and no statement fails', async () => {
  for (let round = 0; round < 20; round += 1) {
    const people = await Promise.all(Array.from({ length: 5 }, () => world.join()));
    const handle = `wanted${'abcdefghijklmnopqrst'[round]}`;
    const replies = await Promise.all(people.map((each) => choose(each, handle)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await holders(handle)).toHaveLength(1);
  }
  expect(world.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

it('whoever comes while another is about to take a handle waits, and then finds it taken', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  await session.query('BEGIN');
  await session.query(`SELECT pg_advisory_xact_lock(2, hashtext('contested'))`);
  const late = choose(bob, 'contested');
  await session.untilBlocking('pg_advisory_xact_lock');
  await session.query(`INSERT INTO user_handles (user_id, handle) VALUES ($1, 'contested')`, [
    alice.id,
  ]);
  await session.query('COMMIT');
  expect(await late).toMatchObject({ status: 409, body: { code: 'handle_taken' } });
  expect(await holders('contested')).toEqual([{ id: alice.id }]);
});

it('two changes of one person run one after another: the second has to wait its time', async () => {
  const alice = await world.join();
  await choose(alice, 'start_here');
  await session.query('BEGIN');
  await session.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [alice.id]);
  const changes = [choose(alice, 'first_of_two'), choose(alice, 'second_of_two')];
  await session.untilBlocking('FOR NO KEY UPDATE');
  await session.query('COMMIT');
  const replies = await Promise.all(changes);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await world.query('SELECT 1 FROM former_handles')).toHaveLength(1);
});

it('whoever erases the account while it chooses a handle leaves none', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  await session.query('BEGIN');
  await session.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [alice.id]);
  const late = choose(alice, 'of_the_erased');
  await session.untilBlocking('FOR NO KEY UPDATE');
  await session.query('DELETE FROM users WHERE id = $1', [alice.id]);
  await session.query('COMMIT');
  expect((await late).status).toBe(401);
  expect((await choose(bob, 'of_the_erased')).status).toBe(200);
});

it('a change while somebody asks by the old handle: the request reaches its owner, or nobody', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  await choose(bob, 'old_bob');
  // The asker has found whose the handle is, and waits for the person.
  await session.query('BEGIN');
  await session.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [alice.id]);
  const asked = world.post(alice, '/api/friends/add', { email: '@old_bob' });
  await session.untilBlocking('FOR NO KEY UPDATE');
  await choose(bob, 'new_bob');
  await session.query('COMMIT');
  expect((await asked).status).toBe(200);
  const { outgoing } = (await world.get(alice, '/api/friends')).body;
  expect(outgoing).toMatchObject([{ id: bob.id, handle: 'old_bob' }]);
  const carol = await world.join();
  const late = await world.post(carol, '/api/friends/add', { email: '@old_bob' });
  expect(late.body).toMatchObject({ code: 'person_not_found' });
});
