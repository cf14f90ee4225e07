// Blocking and reporting whoever made a link, known by the link alone.
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const path = '/api/invitations';
const spam = { reason: 'spam' };
const link = async (me: SignedInUser, body: object = {}) =>
  (await world.post(me, path, body)).body as { id: string; token: string };
const open = (me: SignedInUser, token: string) => world.post(me, `${path}/open`, { token });
const block = (me: SignedInUser, token: string) => world.post(me, `${path}/block`, { token });
const report = (me: SignedInUser, token: string, body: object = spam) =>
  world.post(me, `${path}/report`, { token, ...body });
const listsOf = async (me: SignedInUser) =>
  (await world.get(me, '/api/friends')).body as Record<string, { id: string }[]>;
const eventsOf = async ({ id }: SignedInUser) => {
  const sql = 'SELECT type FROM events WHERE user_id = $1::uuid ORDER BY seq';
  return (await world.query<{ type: string }>(sql, [id])).map(({ type }) => type);
};
const reportsOf = ({ id }: SignedInUser) =>
  world.query<object>(
    'SELECT reported_id AS "userId", reason, note FROM reports WHERE reporter_id = $1 ORDER BY id',
    [id],
  );
const notFound = { status: 404, body: { code: 'invitation_not_found' } };
const self = { status: 400, body: { code: 'cannot_befriend_self' } };

it('blocks a stranger, who learns nothing of it and finds nobody by the address any more', async () => {
  const alice = await world.join('Alice');
  await world.put(alice, '/api/account/handle', { handle: 'alice_of_the_link' });
  const bob = await world.join('Bob');
  const { token } = await link(alice);
  // By the id, which opening tells, nothing can be done.
  await open(bob, token);
  expect((await world.post(bob, '/api/friends/block', { id: alice.id })).body).toEqual({
    changed: false,
  });
  expect(await block(bob, token)).toEqual({ status: 200, body: { changed: true } });
  expect((await listsOf(bob))['blocked']).toMatchObject([
    { id: alice.id, name: 'Alice', email: null, handle: 'alice_of_the_link' },
  ]);
  expect(await eventsOf(bob)).toEqual(['blocked']);
  expect(await eventsOf(alice)).toEqual([]);
  expect((await world.get(alice, path)).body.invitations).toMatchObject([{ usesLeft: 1 }]);
  expect(await world.post(alice, '/api/friends/add', { email: bob.email })).toMatchObject({
    status: 400,
    body: { code: 'person_not_found' },
  });
});

it('after that the link, and every other one of the same person, is unknown, until the block is taken back', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const [first, second] = [await link(alice), await link(alice)];
  await block(bob, first.token);
  for (const { token } of [first, second])
    for (const use of [open, block, report]) expect(await use(bob, token)).toMatchObject(notFound);
  await world.post(bob, '/api/friends/unblock', { id: alice.id });
  expect((await open(bob, first.token)).status).toBe(200);
  // Who has blocked somebody has had to do with them: it can be done again, without the link.
  expect((await world.post(bob, '/api/friends/block', { id: alice.id })).body).toEqual({
    changed: true,
  });
});

it('ends a request or a friendship with whoever made it', async () => {
  const { alice, bob } = await world.joinFriends();
  expect((await block(bob, (await link(alice)).token)).status).toBe(200);
  expect(await listsOf(bob)).toMatchObject({ friends: [], blocked: [{ id: alice.id }] });
  expect(await eventsOf(alice)).toContain('removed_friend');
  const [asker, asked] = [await world.join(), await world.join()];
  await world.post(asker, '/api/friends/add', { email: asked.email });
  expect((await block(asked, (await link(asker)).token)).status).toBe(200);
  expect(await eventsOf(asker)).toEqual(['friend_request_sent', 'request_denied']);
});

it('reports a stranger, as often as there is something to say', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const { token } = await link(alice);
  expect(await report(bob, token, { reason: 'impersonation', note: 'not\0 them' })).toEqual({
    status: 200,
    body: { id: expect.any(String) },
  });
  expect((await report(bob, token)).status).toBe(200);
  expect(await reportsOf(bob)).toEqual([
    { userId: alice.id, reason: 'impersonation', note: 'not them' },
    { userId: alice.id, reason: 'spam', note: null },
  ]);
  // The report has made nobody known: without the link nothing can be done.
  const byId = { userId: alice.id, ...spam };
  expect((await world.post(bob, '/api/report', byId)).status).toBe(404);
  expect([await eventsOf(alice), await eventsOf(bob)]).toEqual([[], []]);
});

it('a link that cannot be opened is one reply, and does nothing, whoever made it', async () => {
  const { alice, bob } = await world.joinFriends();
  const used = await link(alice);
  await world.post(await world.join(), `${path}/accept`, { token: used.token });
  const expired = await link(alice);
  await world.query(
    `UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = $1`,
    [expired.id],
  );
  const [blocker, blocked] = [await world.join(), await world.join()];
  const links = [await link(blocker), await link(blocked)];
  for (const each of [blocker, blocked]) await world.meet(each, bob);
  await world.post(blocker, '/api/friends/block', { id: bob.id });
  await world.post(bob, '/api/friends/block', { id: blocked.id });
  const before = [await listsOf(bob), await listsOf(blocker), await eventsOf(bob)];
  const replies = [];
  for (const token of [used.token, expired.token, ...links.map((each) => each.token), 'x', '\0'])
    for (const use of [open, block, report]) {
      const { status, body } = await use(bob, token);
      replies.push(JSON.stringify({ status, body: { ...body, requestId: '' } }));
    }
  expect(JSON.parse(replies[0]!)).toMatchObject(notFound);
  expect(new Set(replies).size).toBe(1);
  // Alice stays a friend.
  expect([await listsOf(bob), await listsOf(blocker), await eventsOf(bob)]).toEqual(before);
  expect(await reportsOf(bob)).toEqual([]);
});

it('one’s own is told so', async () => {
  const alice = await world.join();
  const { token } = await link(alice);
  for (const use of [block, report]) expect(await use(alice, token)).toMatchObject(self);
  expect((await listsOf(alice))['blocked']).toEqual([]);
});

it.each([{ reason: 'dislike' }, { note: 'x' }, { ...spam, note: 'x'.repeat(2001) }])(
  '422 for a report like %#',
  async (body) => {
    const [alice, bob] = [await world.join(), await world.join()];
    expect((await report(bob, (await link(alice)).token, body)).status).toBe(422);
  },
);

it.each(['block', 'report'])('%s: 401 without a session', async (verb) => {
  expect((await world.post(null, `${path}/${verb}`, { token: 'x', ...spam })).status).toBe(401);
});
