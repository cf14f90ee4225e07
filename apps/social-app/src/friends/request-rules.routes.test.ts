import { randomUUID } from 'node:crypto';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type Reply, type TestApp } from '../testing/test-app.js';

let world: TestApp;
beforeAll(async () => {
  const config = {
    MAX_PENDING_REQUESTS: 3,
    MAX_INCOMING_REQUESTS: 2,
    DENIALS_BEFORE_COOLDOWN: 2,
    DENIAL_COOLDOWN_S: 3600,
  };
  world = await createTestApp({ config });
});
afterAll(() => world.close());

const add = (me: SignedInUser, { email }: SignedInUser) =>
  world.post(me, '/api/friends/add', { email });
const reply =
  (verb: string) =>
  (me: SignedInUser, { id }: SignedInUser) =>
    world.post(me, `/api/friends/${verb}`, { id });
const [accept, deny, cancel] = [reply('accept'), reply('deny'), reply('cancel')];
/** The reply to a request to an address that nobody owns. */
const addNobody = (me: SignedInUser) =>
  world.post(me, '/api/friends/add', { email: 'nobody@example.test' });
const withoutId = ({ status, body }: Reply) => ({ status, body: { ...body, requestId: null } });
const eventsOf = async ({ id }: SignedInUser) => {
  const sql = 'SELECT type FROM events WHERE user_id = $1::uuid ORDER BY seq';
  return (await world.query<{ type: string }>(sql, [id])).map(({ type }) => type);
};
const join = (count: number) => Promise.all(Array.from({ length: count }, () => world.join()));

describe('a cap on pending requests', () => {
  const full = { status: 400, body: { code: 'too_many_pending' } };

  it('counts those that wait, not those that were decided or taken back', async () => {
    const alice = await world.join();
    const [a, b, c, d, e, f] = (await join(6)) as [
      SignedInUser,
      SignedInUser,
      SignedInUser,
      SignedInUser,
      SignedInUser,
      SignedInUser,
    ];
    for (const each of [a, b, c]) expect((await add(alice, each)).status).toBe(200);
    expect(await add(alice, d)).toMatchObject(full);
    await accept(a, alice);
    expect((await add(alice, d)).status).toBe(200);
    await cancel(alice, b);
    expect((await add(alice, e)).status).toBe(200);
    expect(await add(alice, f)).toMatchObject(full);
  });

  it('is not passed by racing requests', async () => {
    const [alice, others] = [await world.join(), await join(12)];
    const replies = await Promise.all(others.map((other) => add(alice, other)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(replies.filter(({ body }) => body.code === 'too_many_pending')).toHaveLength(9);
  });

  it('reveals nobody: with a full box every address gets one reply', async () => {
    const [alice, others] = [await world.join(), await join(5)];
    for (const other of others.slice(0, 3)) await add(alice, other);
    const [asked, , , known, blocker] = others as [SignedInUser, ...SignedInUser[]];
    await world.meet(alice, blocker!);
    await world.post(blocker!, '/api/friends/block', { id: alice.id });
    const reply = withoutId(await addNobody(alice));
    expect(reply).toMatchObject(full);
    for (const each of [asked, known!, blocker!]) {
      expect(withoutId(await add(alice, each))).toEqual(reply);
    }
    expect(await eventsOf(known!)).toEqual([]);
  });

  it('holds for the one who is asked, too, who is like nobody then', async () => {
    const [alice, others] = [await world.join(), await join(3)];
    for (const other of others.slice(0, 2)) expect((await add(other, alice)).status).toBe(200);
    const third = others[2]!;
    expect(withoutId(await add(third, alice))).toEqual(withoutId(await addNobody(third)));
    await deny(alice, others[0]!);
    expect((await add(third, alice)).status).toBe(200);
  });
});

describe('repeated requests after deny', () => {
  async function denied(times: number) {
    const [alice, bob] = [await world.join(), await world.join()];
    for (let n = 0; n < times; n += 1) {
      expect((await add(alice, bob)).status).toBe(200);
      expect((await deny(bob, alice)).body).toEqual({ changed: true });
    }
    return { alice, bob };
  }

  it('the asker sees no difference; from the third request on the asked one finds it in the list, and no event', async () => {
    const { alice, bob } = await denied(2);
    const before = await eventsOf(bob);
    expect(before.filter((type) => type === 'friend_request')).toHaveLength(2);
    for (let n = 0; n < 3; n += 1) {
      expect(await add(alice, bob)).toEqual({ status: 200, body: { changed: true } });
      expect((await eventsOf(alice)).at(-1)).toBe('friend_request_sent');
      expect((await cancel(alice, bob)).body).toEqual({ changed: true });
    }
    expect(await eventsOf(bob)).toEqual(before);
    await add(alice, bob);
    const { body } = await world.get(bob, '/api/friends');
    expect(body.incoming).toMatchObject([{ id: alice.id, email: alice.email }]);
    expect(await eventsOf(bob)).toEqual(before);
    expect((await accept(bob, alice)).status).toBe(200);
  });

  it('the other one may ask meanwhile, and a third is not concerned', async () => {
    const { alice, bob } = await denied(2);
    const third = await world.join();
    expect((await add(third, bob)).status).toBe(200);
    expect((await eventsOf(bob)).at(-1)).toBe('friend_request');
    expect((await add(bob, alice)).status).toBe(200);
    expect((await eventsOf(alice)).at(-1)).toBe('friend_request');
  });

  it('who asked in vain stays quiet when another is denied', async () => {
    const { alice, bob } = await denied(2);
    const third = await world.join();
    await add(third, bob);
    await deny(bob, third);
    const before = await eventsOf(bob);
    await add(alice, bob);
    expect(await eventsOf(bob)).toEqual(before);
  });

  it('events come again after a while, and denials of long ago count no more', async () => {
    const { alice, bob } = await denied(2);
    await world.query(`UPDATE denials SET last_at = now() - interval '2 hours'`);
    for (let n = 0; n < 2; n += 1) {
      expect((await add(alice, bob)).status).toBe(200);
      expect((await eventsOf(bob)).at(-1)).toBe('friend_request');
      await deny(bob, alice);
    }
  });

  it.each([
    ['takes back', (me: SignedInUser, other: SignedInUser) => cancel(me, other)],
    [
      'blocks and unblocks',
      async (me: SignedInUser, { id }: SignedInUser) => {
        await world.post(me, '/api/friends/block', { id });
        await world.post(me, '/api/friends/unblock', { id });
      },
    ],
  ])('who asks and %s again and again is one quiet entry, too', async (_name, end) => {
    const [alice, bob] = [await world.join(), await world.join()];
    for (let n = 0; n < 6; n += 1) {
      expect((await add(alice, bob)).status).toBe(200);
      await end(alice, bob);
    }
    const heard = ['friend_request', 'request_cancelled'];
    expect(await eventsOf(bob)).toEqual([...heard, ...heard]);
    expect((await add(alice, bob)).status).toBe(200);
    const { body } = await world.get(bob, '/api/friends');
    expect(body.incoming).toMatchObject([{ id: alice.id }]);
    const response = await world.app.inject({
      url: '/api/account/export',
      headers: { cookie: bob.cookie },
    });
    expect(response.json().denials).toEqual([]);
  });

  it('who erases the account, and comes back, is quiet as before', async () => {
    const [bob, subject] = [await world.join(), randomUUID()];
    const comeBack = () => world.join(subject, undefined, subject);
    let alice = await comeBack();
    for (let n = 0; n < 6; n += 1) {
      expect((await add(alice, bob)).status).toBe(200);
      await world.delete(alice, '/api/account', { confirm: alice.email });
      alice = await comeBack();
    }
    const heard = ['friend_request', 'request_cancelled'];
    expect(await eventsOf(bob)).toEqual([...heard, ...heard]);
    const kept = await world.query('SELECT * FROM erased_denials');
    expect(kept).toEqual([
      {
        ...{ digest: expect.anything(), count: 0, withdrawn: 6, expires_at: expect.anything() },
      },
    ]);
    await world.query(`UPDATE erased_denials SET expires_at = now() - interval '1 second'`);
    await add(alice, bob);
    expect((await eventsOf(bob)).at(-1)).toBe('friend_request');
    expect(await world.query('SELECT * FROM erased_denials')).toEqual([]);
    expect(await world.query('SELECT * FROM denials WHERE requester_id = $1', [alice.id])).toEqual(
      [],
    );
  });

  it('denying what is not there counts for nothing', async () => {
    const { alice, bob } = await denied(1);
    for (let n = 0; n < 3; n += 1) {
      expect((await deny(bob, alice)).body).toEqual({ changed: false });
    }
    expect((await add(alice, bob)).status).toBe(200);
    expect((await eventsOf(bob)).at(-1)).toBe('friend_request');
  });
});

describe('AUTO_ACCEPT_CROSSING', () => {
  let open: TestApp;
  beforeAll(async () => {
    open = await createTestApp({ config: { AUTO_ACCEPT_CROSSING: true } });
  });
  afterAll(() => open.close());
  const ask = (me: SignedInUser, { email }: SignedInUser) =>
    open.post(me, '/api/friends/add', { email });
  const friendsOf = async (me: SignedInUser) =>
    (await open.get(me, '/api/friends')).body.friends as { id: string }[];

  it('makes two who ask each other friends, once', async () => {
    const [alice, bob] = [await open.join(), await open.join()];
    expect((await ask(alice, bob)).status).toBe(200);
    expect(await ask(bob, alice)).toEqual({ status: 200, body: { changed: true } });
    expect(await friendsOf(alice)).toMatchObject([{ id: bob.id }]);
    expect((await ask(bob, alice)).body).toMatchObject({ code: 'already_related' });
  });

  it('also when both ask at the same moment: always friends, never an error', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [alice, bob] = [await open.join(), await open.join()];
      const replies = await Promise.all([ask(alice, bob), ask(bob, alice)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(await friendsOf(bob)).toMatchObject([{ id: alice.id }]);
    }
  });

  it('does not accept or deny one’s own request', async () => {
    const [alice, bob] = [await open.join(), await open.join()];
    await ask(alice, bob);
    expect((await ask(alice, bob)).body).toMatchObject({ code: 'already_related' });
    expect(await friendsOf(alice)).toEqual([]);
  });
});
