import { randomBytes } from 'node:crypto';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const add = '/api/friends/add';
const fresh = () => `h${randomBytes(6).toString('hex')}`;
const choose = (me: SignedInUser, handle: unknown) =>
  world.put(me, '/api/account/handle', { handle });
const giveUp = (me: SignedInUser) => world.delete(me, '/api/account/handle');
const handleOf = async (me: SignedInUser) =>
  (await world.get(me, '/api/account')).body.user.handle as string | null;
/** As if so many days had gone by. */
const pass = async (days: number) => {
  await world.query(`UPDATE user_handles SET changed_at = changed_at - interval '${days} days'`);
  await world.query(`UPDATE former_handles SET free_at = free_at - interval '${days} days'`);
};
const joinAs = async (handle: string) => {
  const user = await world.join();
  expect((await choose(user, handle)).status).toBe(200);
  return user;
};
const taken = { status: 409, body: { code: 'handle_taken' } };
const tooSoon = { status: 409, body: { code: 'handle_changed_lately' } };

describe('PUT /api/account/handle', () => {
  it('gives a handle in its one spelling; before, one has none', async () => {
    const [alice, handle] = [await world.join(), fresh()];
    expect(await handleOf(alice)).toBeNull();
    const reply = await choose(alice, ` @${handle.toUpperCase()} `);
    expect(reply).toEqual({ status: 200, body: { handle, changeableAt: null } });
    expect(await handleOf(alice)).toBe(handle);
    const session = await world.get(alice, '/api/auth/session');
    expect(session.body).toMatchObject({ user: { id: alice.id, handle } });
  });

  it('is one person’s, in whatever case', async () => {
    const handle = fresh();
    await joinAs(handle);
    const bob = await world.join();
    for (const typed of [handle, handle.toUpperCase(), `@${handle}`])
      expect(await choose(bob, typed)).toMatchObject(taken);
    expect(await handleOf(bob)).toBeNull();
  });

  it.each(['admin', 'Supp0rt', 'settings', 'api'])('409 for the reserved word %s', async (word) => {
    expect(await choose(await world.join(), word)).toMatchObject(taken);
  });

  it.each(['', 'ab', 'a b', 'bob@example.test', 'ålice', 'a'.repeat(31)])(
    '422 for %j, which is no handle',
    async (handle) => {
      expect(await choose(await world.join(), handle)).toMatchObject({
        status: 422,
        body: { code: 'invalid_handle', errors: [{ pointer: '/handle' }] },
      });
    },
  );

  it('can be corrected once, and then after 30 days', async () => {
    const [first, second, third] = [fresh(), fresh(), fresh()];
    const alice = await joinAs(first);
    const changed = await choose(alice, second);
    expect(changed).toMatchObject({ status: 200, body: { handle: second } });
    const inDays = (Date.parse(changed.body.changeableAt as string) - Date.now()) / 86_400_000;
    expect(inDays).toBeGreaterThan(29.9);
    expect(inDays).toBeLessThan(31);
    expect(await choose(alice, third)).toMatchObject(tooSoon);
    expect(await choose(alice, first)).toMatchObject(tooSoon);
    // What is so already is no change.
    expect((await choose(alice, second)).status).toBe(200);
    await pass(29);
    expect(await choose(alice, third)).toMatchObject(tooSoon);
    await pass(2);
    expect((await choose(alice, third)).status).toBe(200);
  });

  it('leaves the former one to nobody else for 90 days, and to oneself', async () => {
    const [first, second] = [fresh(), fresh()];
    const [alice, bob] = [await joinAs(first), await world.join()];
    await choose(alice, second);
    expect(await choose(bob, first)).toMatchObject(taken);
    await pass(31);
    expect((await choose(alice, first)).status).toBe(200);
    expect(await choose(bob, second)).toMatchObject(taken);
    await pass(91);
    expect((await choose(bob, second)).status).toBe(200);
    const stored = await world.query('SELECT * FROM former_handles WHERE user_id = $1', [bob.id]);
    expect(stored).toEqual([]);
  });
});

describe('DELETE /api/account/handle', () => {
  it('ends being found by it, at any time; another one takes 30 days', async () => {
    const handle = fresh();
    const [alice, bob] = [await joinAs(handle), await world.join()];
    await choose(alice, fresh());
    await pass(31);
    await choose(alice, handle);
    expect(await giveUp(alice)).toEqual({ status: 200, body: { changed: true } });
    expect(await giveUp(alice)).toEqual({ status: 200, body: { changed: false } });
    expect(await handleOf(alice)).toBeNull();
    const sought = await world.post(bob, add, { email: `@${handle}` });
    expect(sought.body).toMatchObject({ code: 'person_not_found' });
    expect(await choose(bob, handle)).toMatchObject(taken);
    expect(await choose(alice, fresh())).toMatchObject(tooSoon);
    await pass(31);
    expect((await choose(alice, handle)).status).toBe(200);
  });
});

describe('POST /api/friends/add with a handle', () => {
  it.each([
    ['as it is', (handle: string) => `@${handle}`],
    ['in upper case, with spaces around', (handle: string) => ` @${handle.toUpperCase()} `],
    ['with a full-width at sign', (handle: string) => `＠${handle}`],
  ])('asks its owner, %s, and shows the asker no more than was typed', async (_name, spell) => {
    const handle = fresh();
    const [alice, bob] = [await world.join(), await joinAs(handle)];
    expect(await world.post(alice, add, { email: spell(handle) })).toEqual({
      status: 200,
      body: { changed: true },
    });
    const nothing = { name: null, email: null, image: null, since: expect.any(String) };
    const lists = () => world.get(alice, '/api/friends').then(({ body }) => body);
    expect((await lists()).outgoing).toEqual([{ id: bob.id, handle, ...nothing }]);
    // The asked person sees whom: the profile with its handle.
    const own = fresh();
    await choose(alice, own);
    const { incoming } = (await world.get(bob, '/api/friends')).body;
    expect(incoming).toMatchObject([{ id: alice.id, email: alice.email, handle: own }]);
    // A change while the request waits is not the asker's to know.
    await choose(bob, fresh());
    expect((await lists()).outgoing).toMatchObject([{ handle }]);
    await world.post(bob, '/api/friends/accept', { id: alice.id });
    expect((await lists()).friends).toMatchObject([{ handle: await handleOf(bob) }]);
  });

  it('an unknown one, a reserved one, one of somebody who blocks and one with a full box reply the same', async () => {
    const [blocker, full] = [fresh(), fresh()];
    const alice = await world.join();
    const blocking = await joinAs(blocker);
    await world.meet(alice, blocking);
    await world.post(blocking, '/api/friends/block', { id: alice.id });
    await joinAs(full);
    const tight = await createTestApp({ config: { MAX_INCOMING_REQUESTS: 1 } });
    const [one, two, three] = [await tight.join(), await tight.join(), await tight.join()];
    await tight.put(three, '/api/account/handle', { handle: full });
    await tight.post(one, add, { email: `@${full}` });
    const replies = [
      await world.post(alice, add, { email: `@${blocker}` }),
      await world.post(alice, add, { email: `@${fresh()}` }),
      await world.post(alice, add, { email: '@admin' }),
      await world.post(alice, add, { email: 'nobody@example.test' }),
      await tight.post(two, add, { email: `@${full}` }),
    ].map(({ status, body }) => ({ status, body: { ...body, requestId: '' } }));
    await tight.close();
    expect(replies[0]).toMatchObject({ status: 400, body: { code: 'person_not_found' } });
    expect(replies.slice(1)).toEqual(Array(4).fill(replies[0]));
  });

  it('400 for oneself, and for somebody asked before by e-mail address', async () => {
    const [mine, theirs] = [fresh(), fresh()];
    const [alice, bob] = [await joinAs(mine), await joinAs(theirs)];
    const own = await world.post(alice, add, { email: `@${mine}` });
    expect(own).toMatchObject({ status: 400, body: { code: 'cannot_befriend_self' } });
    await world.post(alice, add, { email: bob.email });
    const again = await world.post(alice, add, { email: `@${theirs}` });
    expect(again).toMatchObject({ status: 400, body: { code: 'already_related' } });
  });

  it.each(['alice', '@ab', '@a__b', '@', '@example.test', '@@alice', '@ålice'])(
    '422 for %j, which is neither an address nor a handle with its sign',
    async (email) => {
      expect(await world.post(await world.join(), add, { email })).toMatchObject({
        status: 422,
        body: { code: 'invalid_email', errors: [{ pointer: '/email' }] },
      });
    },
  );
});

it('the export has the handle, and of former ones no more than until when they are kept back', async () => {
  const [first, second] = [fresh(), fresh()];
  const alice = await joinAs(first);
  await choose(alice, second);
  const { body } = await world.get(alice, '/api/account/export');
  expect(body).toMatchObject({
    user: { handle: second },
    emailConfirmed: true,
    handleChangeableAt: expect.any(String),
    formerHandles: [{ freeAt: expect.any(String) }],
  });
  expect(JSON.stringify(body)).not.toContain(first);
});

/** As if they had joined so many days before. */
const age = ({ id }: SignedInUser, days: number) =>
  world.query(`UPDATE users SET created_at = created_at - interval '${days} days' WHERE id = $1`, [
    id,
  ]);

it('erasing the account keeps the handle from others for 90 days, and no trace of whose it was', async () => {
  const handle = fresh();
  const [alice, bob] = [await joinAs(handle), await world.join()];
  await age(alice, 400);
  await world.delete(alice, '/api/account', { confirm: alice.email });
  expect(await choose(bob, handle)).toMatchObject(taken);
  const kept = await world.query('SELECT * FROM former_handles WHERE user_id IS NULL');
  const text = JSON.stringify(kept, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  expect(kept).not.toEqual([]);
  expect(text).not.toContain(handle);
  expect(text).not.toContain(alice.id);
  await pass(91);
  expect((await choose(bob, handle)).status).toBe(200);
});

it('erasing and returning locks no more words: each is kept back as long as its account had existed', async () => {
  const [first, second, bob] = [fresh(), fresh(), await world.join()];
  const alice = await joinAs(first);
  await choose(alice, second);
  await age(alice, 3);
  await world.delete(alice, '/api/account', { confirm: alice.email });
  for (const handle of [first, second]) expect(await choose(bob, handle)).toMatchObject(taken);
  await pass(4);
  for (const handle of [first, second]) {
    expect((await choose(bob, handle)).status).toBe(200);
    await giveUp(bob);
    await pass(31);
  }
});

it('a handle is in no log line', async () => {
  const handle = fresh();
  await joinAs(handle);
  await world.post(await world.join(), add, { email: `@${handle}` });
  expect(world.lines.join('')).not.toContain(handle);
});
