import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, publicUrl, type TestApp } from '../testing/test-app.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const path = '/api/invitations';
const link = async (me: SignedInUser, body: object = {}) =>
  (await world.post(me, path, body)).body as { id: string; token: string; url: string };
const open = (me: SignedInUser, token: unknown) => world.post(me, `${path}/open`, { token });
const accept = (me: SignedInUser, token: unknown) => world.post(me, `${path}/accept`, { token });
const list = async (me: SignedInUser) =>
  (await world.get(me, path)).body.invitations as { id: string; usesLeft: number }[];
const friendsOf = async (me: SignedInUser) =>
  (await world.get(me, '/api/friends')).body.friends as { id: string }[];
const chatOf = (one: SignedInUser, other: SignedInUser) => [one.id, other.id].sort().join('--');
const notFound = { status: 404, body: { code: 'invitation_not_found' } };

it('is made with a secret that is stored as its digest alone, and leads to the web client', async () => {
  const alice = await world.join();
  const { status, body } = await world.post(alice, path, { maxUses: 3, days: 2 });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    maxUses: 3,
    usesLeft: 3,
    url: `${publicUrl}/invitation#${body.token}`,
  });
  expect(body.token).toMatch(/^[\w-]{43}$/);
  const days = (Date.parse(body.expiresAt as string) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(1.99);
  expect(days).toBeLessThan(2.01);
  const [row] = await world.query<Record<string, unknown>>(
    'SELECT row_to_json(invitations)::text AS text FROM invitations WHERE id = $1',
    [body.id],
  );
  const digest = Buffer.from(body.token as string, 'base64url').toString('hex');
  expect(row!['text']).not.toContain(body.token);
  expect(row!['text']).not.toContain(digest);
  expect(world.lines.join('')).not.toContain(body.token);
});

it('shows who invites, by name, picture and handle, and never by an address', async () => {
  const alice = await world.join('Alice');
  await world.put(alice, '/api/account/handle', { handle: 'alice_who_invites' });
  const bob = await world.join();
  const { token } = await link(alice);
  expect(await open(bob, token)).toEqual({
    status: 200,
    body: { person: { id: alice.id, name: 'Alice', image: null, handle: 'alice_who_invites' } },
  });
  const carol = await world.join('Carol@Example.test', 'carol@example.test');
  const named = await open(bob, (await link(carol)).token);
  expect(named.body).toEqual({ person: { id: carol.id, name: null, image: null, handle: null } });
});

it('opening it, as often as one likes, uses nothing and tells the other one nothing', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const { token } = await link(alice);
  const before = await world.query('SELECT * FROM events WHERE user_id = $1', [alice.id]);
  for (let n = 0; n < 3; n += 1) expect((await open(bob, token)).status).toBe(200);
  expect(await list(alice)).toMatchObject([{ usesLeft: 1 }]);
  expect(await world.query('SELECT * FROM events WHERE user_id = $1', [alice.id])).toEqual(before);
  expect((await world.get(alice, '/api/friends')).body).toMatchObject({
    friends: [],
    incoming: [],
  });
});

it('accepting it makes both friends, with an event for each', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const { token } = await link(alice);
  expect(await accept(bob, token)).toEqual({
    status: 200,
    body: { id: alice.id, chatId: chatOf(alice, bob) },
  });
  expect(await friendsOf(alice)).toMatchObject([{ id: bob.id, email: bob.email }]);
  expect(await friendsOf(bob)).toMatchObject([{ id: alice.id, email: alice.email }]);
  for (const { id } of [alice, bob]) {
    const events = await world.query('SELECT type FROM events WHERE user_id = $1', [id]);
    expect(events).toEqual([{ type: 'new_friend' }]);
  }
  const chat = { chatId: chatOf(alice, bob), text: 'hello' };
  expect((await world.post(bob, '/api/message/send', chat)).status).toBe(200);
});

it.each(['who invites', 'who is invited'])(
  'takes the place of a request by the one %s',
  async (who) => {
    const [alice, bob] = [await world.join(), await world.join()];
    const [asker, asked] = who === 'who invites' ? [alice, bob] : [bob, alice];
    await world.post(asker, '/api/friends/add', { email: asked.email });
    expect((await accept(bob, (await link(alice)).token)).status).toBe(200);
    expect((await world.get(alice, '/api/friends')).body).toMatchObject({
      friends: [{ id: bob.id }],
      incoming: [],
      outgoing: [],
    });
  },
);

it('works as often as it was made for', async () => {
  const alice = await world.join();
  const { token } = await link(alice, { maxUses: 2 });
  for (const left of [1, 0]) {
    expect((await accept(await world.join(), token)).status).toBe(200);
    expect((await list(alice)).map(({ usesLeft }) => usesLeft)).toEqual(left ? [left] : []);
  }
  expect(await accept(await world.join(), token)).toMatchObject(notFound);
  expect(await friendsOf(alice)).toHaveLength(2);
});

it.each(['who made it', 'who has used it'])(
  'is none for somebody whose friendship was ended by the one %s; a later link is',
  async (who) => {
    const [alice, bob] = [await world.join(), await world.join()];
    const { token } = await link(alice, { maxUses: 5 });
    expect((await accept(bob, token)).status).toBe(200);
    const [one, other] = who === 'who made it' ? [alice, bob] : [bob, alice];
    await world.delete(one, `/api/friends/${other.id}`);
    expect(await open(bob, token)).toMatchObject(notFound);
    expect(await accept(bob, token)).toMatchObject(notFound);
    expect(await list(alice)).toMatchObject([{ usesLeft: 4 }]);
    expect((await accept(await world.join(), token)).status).toBe(200);
    expect((await accept(bob, (await link(alice)).token)).status).toBe(200);
  },
);

it('is none for somebody whose request was denied since; a later link is', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const { token } = await link(alice);
  await world.post(bob, '/api/friends/add', { email: alice.email });
  await world.post(alice, '/api/friends/deny', { id: bob.id });
  expect(await open(bob, token)).toMatchObject(notFound);
  expect(await accept(bob, token)).toMatchObject(notFound);
  expect((await accept(bob, (await link(alice)).token)).status).toBe(200);
});

it('a friend is told so, and uses nothing', async () => {
  const { alice, bob } = await world.joinFriends();
  const { token } = await link(alice);
  expect(await accept(bob, token)).toMatchObject({
    status: 400,
    body: { code: 'already_related' },
  });
  expect(await list(alice)).toMatchObject([{ usesLeft: 1 }]);
});

it('one’s own is told so', async () => {
  const alice = await world.join();
  const { token } = await link(alice);
  for (const use of [open, accept])
    expect(await use(alice, token)).toMatchObject({
      status: 400,
      body: { code: 'cannot_befriend_self' },
    });
  expect(await list(alice)).toMatchObject([{ usesLeft: 1 }]);
});

it('used up, expired, revoked, unknown, malformed, erased and of somebody who blocks or is blocked: one reply', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const used = await link(alice);
  await accept(await world.join(), used.token);
  const expired = await link(alice);
  await world.query(
    `UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = $1`,
    [expired.id],
  );
  const revoked = await link(alice);
  await world.delete(alice, `${path}/${revoked.id}`);
  const [blocker, blocked, erased] = [await world.join(), await world.join(), await world.join()];
  const links = [await link(blocker), await link(blocked), await link(erased)];
  for (const each of [blocker, blocked]) await world.meet(each, bob);
  await world.post(blocker, '/api/friends/block', { id: bob.id });
  await world.post(bob, '/api/friends/block', { id: blocked.id });
  await world.delete(erased, '/api/account', { confirm: erased.email });
  const tokens = [used, expired, revoked, ...links].map(({ token }) => token);
  const replies = [];
  for (const token of [...tokens, 'unknown', '', '\u0000', 'x'.repeat(200)]) {
    for (const use of [open, accept]) {
      const { status, body } = await use(bob, token);
      replies.push({ status, body: { ...(body as object), requestId: '' } });
    }
  }
  expect(replies[0]).toMatchObject(notFound);
  expect(new Set(replies.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(await friendsOf(bob)).toEqual([]);
});

it('is listed and revoked by whoever made it, and by nobody else', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const { id, token } = await link(alice);
  const second = await link(alice, { days: 30, maxUses: 100 });
  expect((await list(alice)).map((each) => each.id)).toEqual([second.id, id]);
  await world.query('UPDATE invitations SET created_at = now()');
  const ids = (await list(alice)).map((each) => each.id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(await list(bob)).toEqual([]);
  expect((await world.delete(bob, `${path}/${id}`)).body).toEqual({ changed: false });
  expect((await open(bob, token)).status).toBe(200);
  expect((await world.delete(alice, `${path}/${id}`)).body).toEqual({ changed: true });
  expect((await list(alice)).map((each) => each.id)).toEqual([second.id]);
  expect((await world.delete(alice, `${path}/${id}`)).body).toEqual({ changed: false });
  expect((await world.delete(alice, `${path}/nonsense`)).body).toEqual({ changed: false });
  expect(JSON.stringify(await world.get(alice, path))).not.toContain(second.token);
});

it('somebody has at most twenty that can be used', async () => {
  const alice = await world.join();
  const made = [];
  for (let n = 0; n < 20; n += 1) made.push(await link(alice));
  expect(await world.post(alice, path, {})).toMatchObject({
    status: 409,
    body: { code: 'too_many_invitations' },
  });
  await accept(await world.join(), made[0]!.token);
  expect((await world.post(alice, path, {})).status).toBe(200);
});

it.each([[{ maxUses: 0 }], [{ maxUses: 101 }], [{ days: 0 }], [{ days: 31 }], [{ maxUses: '1' }]])(
  '422 for %j',
  async (body) => expect((await world.post(await world.join(), path, body)).status).toBe(422),
);

it('is in the export without its secret, and goes with the account', async () => {
  const alice = await world.join();
  const { id, token } = await link(alice);
  const { body } = await world.get(alice, '/api/account/export');
  expect(body).toMatchObject({ invitations: [{ id, maxUses: 1, usesLeft: 1 }] });
  expect(JSON.stringify(body)).not.toContain(token);
  await world.delete(alice, '/api/account', { confirm: alice.email });
  expect(await world.query('SELECT 1 FROM invitations WHERE id = $1', [id])).toEqual([]);
});
