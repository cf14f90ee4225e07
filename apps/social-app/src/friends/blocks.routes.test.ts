import { randomUUID } from 'node:crypto';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const nextCursors = { friends: null, incoming: null, outgoing: null, blocked: null };
const nothing = { friends: [], incoming: [], outgoing: [], blocked: [], nextCursors };
const block = (me: SignedInUser, id: string) => world.post(me, '/api/friends/block', { id });
const unblock = (me: SignedInUser, id: string) => world.post(me, '/api/friends/unblock', { id });
const whoMet = async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  await world.meet(alice, bob);
  return [alice, bob] as const;
};
const add = (me: SignedInUser, { email }: SignedInUser) =>
  world.post(me, '/api/friends/add', { email });
const listOf = async (me: SignedInUser) => (await world.get(me, '/api/friends')).body as object;
/** How `me` finds those whom they block listed. */
const blockedBy = async (me: SignedInUser) =>
  ((await listOf(me)) as { blocked: { id: string; name: string | null; email: string | null }[] })
    .blocked;
const rename = (me: SignedInUser, name: string) => world.patch(me, '/api/account', { name });

it('ends a friendship and every way back into it, until it is taken back', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  expect(await block(alice, bob.id)).toEqual({ status: 200, body: { changed: true } });
  const send = (me: SignedInUser) => world.post(me, '/api/message/send', { chatId, text: 'x' });
  expect((await send(alice)).status).toBe(401);
  expect((await send(bob)).status).toBe(401);
  expect(await listOf(alice)).toMatchObject({ friends: [], blocked: [{ id: bob.id }] });
  expect((await add(alice, bob)).status).toBe(400);
  expect((await unblock(alice, bob.id)).body).toEqual({ changed: true });
  expect(await listOf(alice)).toEqual(nothing);
  expect((await add(bob, alice)).status).toBe(200);
});

it('names whom one blocks as they were known then, also without a chat', async () => {
  const [alice, friend, asker, asked, denied] = await Promise.all(
    ['Alice', 'Friend', 'Asker', 'Asked', 'Denied'].map((name) => world.join(name)),
  );
  await add(alice!, friend!);
  await world.post(friend!, '/api/friends/accept', { id: alice!.id });
  await add(asker!, alice!);
  await world.put(asked!, '/api/account/handle', { handle: 'asked_by_handle' });
  await world.post(alice!, '/api/friends/add', { email: '@asked_by_handle' });
  await add(denied!, alice!);
  await world.post(alice!, '/api/friends/deny', { id: denied!.id });
  const people = [friend!, asker!, asked!, denied!];
  for (const { id } of people) await block(alice!, id);
  for (const each of people) await rename(each, 'Another name');
  await world.put(asked!, '/api/account/handle', { handle: 'another_handle' });
  const known = ({ email }: SignedInUser, name: string) => ({ name, email, handle: null });
  expect(await blockedBy(alice!)).toMatchObject([
    { id: denied!.id, ...known(denied!, 'Denied') },
    // What was typed is all that is known of whom one has asked.
    { id: asked!.id, name: null, email: null, image: null, handle: 'asked_by_handle' },
    { id: asker!.id, ...known(asker!, 'Asker') },
    { id: friend!.id, ...known(friend!, 'Friend') },
  ]);
  for (const each of people) expect(await listOf(each)).toEqual(nothing);
});

it('names whom one blocks by what one knew last', async () => {
  const { alice, bob } = await world.joinFriends();
  await rename(bob, 'Bob of then');
  await world.delete(bob, `/api/friends/${alice.id}`);
  await rename(bob, 'Bob of now');
  await block(alice, bob.id);
  expect(await blockedBy(alice)).toMatchObject([{ name: 'Bob of then', email: bob.email }]);
  await unblock(alice, bob.id);
  await add(bob, alice);
  await block(alice, bob.id);
  await rename(bob, 'Bob of later');
  expect(await blockedBy(alice)).toMatchObject([{ name: 'Bob of now', email: bob.email }]);
  // Bob knows no more of Alice by having been blocked, or by blocking her as well.
  await rename(alice, 'Alice of later');
  await block(bob, alice.id);
  expect(JSON.stringify(await blockedBy(bob))).not.toContain('Alice of later');
});

it('names whom one blocks by the last request of theirs that one was told of', async () => {
  const [alice, denied] = [await world.join(), await world.join('One')];
  for (const name of ['One', 'Two']) {
    await rename(denied, name);
    await add(denied, alice);
    await world.post(alice, '/api/friends/deny', { id: denied.id });
  }
  await rename(denied, 'Three');
  await block(alice, denied.id);
  expect(await blockedBy(alice)).toMatchObject([{ name: 'Two', email: denied.email }]);
});

it('a link that somebody made before they blocked its holder is none any more', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const { token } = (await world.post(alice, '/api/invitations', {})).body;
  await add(bob, alice);
  await block(alice, bob.id);
  await unblock(alice, bob.id);
  expect((await world.post(bob, '/api/invitations/open', { token })).status).toBe(404);
});

it('user enumeration: for the blocked, the blocker is like a person who does not exist', async () => {
  const [alice, bob] = await whoMet();
  await block(alice, bob.id);
  expect(await listOf(bob)).toEqual(nothing);
  const body = expect.objectContaining({ code: 'person_not_found' }) as object;
  expect(await add(bob, alice)).toEqual({ status: 400, body });
});

it('notifies the blocked of no more than the end of the request or friendship', async () => {
  const eventsOf = async ({ id }: SignedInUser) => {
    const sql = 'SELECT type FROM events WHERE user_id = $1::uuid ORDER BY seq';
    return (await world.query<{ type: string }>(sql, [id])).map(({ type }) => type);
  };
  const [alice, asker, friends] = [
    await world.join(),
    await world.join(),
    await world.joinFriends(),
  ];
  await add(asker, alice);
  await block(alice, asker.id);
  expect(await eventsOf(asker)).toEqual(['friend_request_sent', 'request_denied']);
  await block(friends.alice, friends.bob.id);
  expect(await eventsOf(friends.bob)).toEqual(['friend_request', 'new_friend', 'removed_friend']);
});

it('ends a pending request of either side', async () => {
  for (const asker of ['alice', 'bob']) {
    const [alice, bob] = [await world.join(), await world.join()];
    await (asker === 'alice' ? add(alice, bob) : add(bob, alice));
    await block(alice, bob.id);
    expect(await listOf(bob)).toEqual(nothing);
    expect((await world.post(alice, '/api/friends/accept', { id: bob.id })).status).toBe(400);
  }
});

it('is each one’s own: the other’s stays when one is taken back', async () => {
  const [alice, bob] = await whoMet();
  await block(alice, bob.id);
  expect((await block(bob, alice.id)).body).toEqual({ changed: true });
  expect((await unblock(alice, bob.id)).body).toEqual({ changed: true });
  expect((await unblock(alice, bob.id)).body).toEqual({ changed: false });
  expect(await listOf(alice)).toEqual(nothing);
  expect((await add(alice, bob)).body).toMatchObject({ code: 'person_not_found' });
  expect((await add(bob, alice)).body).toMatchObject({ code: 'already_related' });
  expect((await unblock(bob, alice.id)).body).toEqual({ changed: true });
  expect((await add(alice, bob)).status).toBe(200);
});

it('changes nothing for oneself, nobody, twice, or when there is nothing to take back', async () => {
  const [alice, bob] = await whoMet();
  await block(alice, bob.id);
  for (const id of [alice.id, bob.id, randomUUID(), '', 'x']) {
    expect(await block(alice, id)).toEqual({ status: 200, body: { changed: false } });
  }
  expect((await unblock(bob, alice.id)).body).toEqual({ changed: false });
});

it('user enumeration: whoever one has had nothing to do with is like nobody, also when they block', async () => {
  const [alice, bob, carol] = [await world.join(), ...(await whoMet())];
  await block(bob, carol.id);
  // Only what was between the two counts, in whatever way it ended.
  for (const { id } of [bob, carol]) {
    expect(await block(alice, id)).toEqual({ status: 200, body: { changed: false } });
  }
  expect(await listOf(alice)).toEqual(nothing);
  await add(alice, bob);
  await world.post(alice, '/api/friends/cancel', { id: bob.id });
  expect((await block(alice, bob.id)).body).toEqual({ changed: true });
  expect(await listOf(alice)).toMatchObject({ blocked: [{ id: bob.id }] });
});

it('does not yield to racing changes', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [alice, bob] = [await world.join(), await world.join()];
    await add(bob, alice);
    await Promise.all([
      world.post(alice, '/api/friends/accept', { id: bob.id }),
      block(alice, bob.id),
      add(bob, alice),
    ]);
    expect(await listOf(alice)).toMatchObject({
      friends: [],
      incoming: [],
      blocked: [{ id: bob.id }],
    });
  }
});

it('401 without a session, 422 for an invalid payload', async () => {
  for (const url of ['/api/friends/block', '/api/friends/unblock']) {
    expect((await world.post(null, url, { id: 'x' })).status).toBe(401);
    expect((await world.post(await world.join(), url, {})).status).toBe(422);
  }
});
