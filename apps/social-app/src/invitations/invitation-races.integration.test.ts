// A link and whatever happens at the same moment: each lock is held by a second connection once.
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

const link = async (me: SignedInUser, maxUses = 1) =>
  (await world.post(me, '/api/invitations', { maxUses })).body as { id: string; token: string };
const accept = (me: SignedInUser, token: string) =>
  world.post(me, '/api/invitations/accept', { token });
const friendsOf = async (me: SignedInUser) =>
  (await world.get(me, '/api/friends')).body.friends as object[];
const usesLeft = async (id: string) =>
  (
    await world.query<{ left: number }>('SELECT uses_left AS left FROM invitations WHERE id = $1', [
      id,
    ])
  )[0]?.left;
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort();

it('of many who come for the last uses, as many get one, and the same person takes one alone', async () => {
  const alice = await world.join();
  const { id, token } = await link(alice, 3);
  const people = await Promise.all(Array.from({ length: 6 }, () => world.join()));
  const replies = await Promise.all(people.map((each) => accept(each, token)));
  expect(statuses(replies)).toEqual([200, 200, 200, 404, 404, 404]);
  expect([await usesLeft(id), (await friendsOf(alice)).length]).toEqual([0, 3]);
  const again = await link(alice, 3);
  const bob = await world.join();
  const twice = await Promise.all([accept(bob, again.token), accept(bob, again.token)]);
  expect(statuses(twice)).toEqual([200, 400]);
  expect(await usesLeft(again.id)).toBe(2);
});

it('the last use is counted before the next one is decided', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const { id, token } = await link(alice);
  await session.query('BEGIN');
  await session.query('UPDATE invitations SET uses_left = 0 WHERE id = $1', [id]);
  const late = accept(bob, token);
  await session.untilBlocking('FOR UPDATE');
  await session.query('COMMIT');
  expect((await late).status).toBe(404);
  expect(await friendsOf(alice)).toEqual([]);
});

it('who is blocked at that moment becomes no friend, and uses nothing', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const { id, token } = await link(alice);
  const [lo, hi] = [alice.id, bob.id].sort();
  await session.query('BEGIN');
  await session.query(
    `INSERT INTO relations (lo_id, hi_id, state, lo_blocks, hi_blocks) VALUES ($1, $2, 'blocked', $3, $4)`,
    [lo, hi, lo === alice.id, hi === alice.id],
  );
  const late = accept(bob, token);
  await session.untilBlocking('INSERT INTO relations');
  await session.query('COMMIT');
  expect((await late).status).toBe(404);
  expect(await usesLeft(id)).toBe(1);
});

it('who revokes it while it is accepted finds it used or gone, never both', async () => {
  for (let round = 0; round < 20; round += 1) {
    const [alice, bob] = [await world.join(), await world.join()];
    const { id, token } = await link(alice, 2);
    const [accepted] = await Promise.all([
      accept(bob, token),
      world.delete(alice, `/api/invitations/${id}`),
    ]);
    expect(await friendsOf(alice)).toHaveLength(accepted.status === 200 ? 1 : 0);
    expect(await usesLeft(id)).toBeUndefined();
  }
});

it('of somebody who erases the account at that moment it is unknown', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const { token } = await link(alice);
  await session.query('BEGIN');
  await session.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [alice.id]);
  const late = accept(bob, token);
  await session.untilBlocking('FOR KEY SHARE');
  await session.query('DELETE FROM users WHERE id = $1', [alice.id]);
  await session.query('COMMIT');
  expect(await late).toMatchObject({ status: 404, body: { code: 'invitation_not_found' } });
});

it('twenty at most, also of links that are made at once', async () => {
  const alice = await world.join();
  const made = await Promise.all(
    Array.from({ length: 25 }, () => world.post(alice, '/api/invitations', {})),
  );
  expect(made.filter(({ status }) => status === 200)).toHaveLength(20);
});

const block = (me: SignedInUser, token: string) =>
  world.post(me, '/api/invitations/block', { token });
const blockedBy = async (me: SignedInUser) =>
  (await world.get(me, '/api/friends')).body.blocked as object[];

it('whoever made it and blocks at that moment, too: each keeps their own block', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const { token } = await link(alice);
  const [lo, hi] = [alice.id, bob.id].sort();
  await session.query('BEGIN');
  await session.query(
    `INSERT INTO relations (lo_id, hi_id, state, lo_blocks, hi_blocks) VALUES ($1, $2, 'blocked', $3, $4)`,
    [lo, hi, lo === alice.id, hi === alice.id],
  );
  const late = block(bob, token);
  await session.untilBlocking('INSERT INTO relations');
  await session.query('COMMIT');
  expect(await late).toEqual({ status: 200, body: { changed: true } });
  expect([await blockedBy(alice), await blockedBy(bob)]).toMatchObject([
    [{ id: bob.id }],
    [{ id: alice.id }],
  ]);
});

it('whoever accepts and blocks at once, in two tabs, has blocked in the end', async () => {
  for (let round = 0; round < 20; round += 1) {
    const [alice, bob] = [await world.join(`Alice ${round}`), await world.join()];
    const { token } = await link(alice, 2);
    const [accepted, blocked] = await Promise.all([accept(bob, token), block(bob, token)]);
    expect(blocked.status).toBe(200);
    expect([200, 404]).toContain(accepted.status);
    expect([await friendsOf(alice), await friendsOf(bob)]).toEqual([[], []]);
    expect(await blockedBy(bob)).toMatchObject([{ id: alice.id, name: `Alice ${round}` }]);
  }
});

it('of several blocks by one link at once one happens, and the others find it unknown', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const { token } = await link(alice);
  const replies = await Promise.all(Array.from({ length: 5 }, () => block(bob, token)));
  expect(statuses(replies)).toEqual([200, 404, 404, 404, 404]);
  expect(await world.query('SELECT type FROM events WHERE user_id = $1', [bob.id])).toEqual([
    { type: 'blocked' },
  ]);
});

it('who erases the account while they are blocked by their link is blocked by nobody', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const { token } = await link(alice);
  await session.query('BEGIN');
  await session.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [alice.id]);
  const late = block(bob, token);
  await session.untilBlocking('FOR KEY SHARE');
  await session.query('DELETE FROM users WHERE id = $1', [alice.id]);
  await session.query('COMMIT');
  expect(await late).toMatchObject({ status: 404, body: { code: 'invitation_not_found' } });
  expect(await blockedBy(bob)).toEqual([]);
});
