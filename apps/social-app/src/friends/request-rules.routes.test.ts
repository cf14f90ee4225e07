import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { publicUrl } from '../testing/test-app.js';

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

  it('holds for the one who is asked, too', async () => {
    const [alice, others] = [await world.join(), await join(2)];
    for (const other of others) expect((await add(other, alice)).status).toBe(200);
    expect(await add(await world.join(), alice)).toMatchObject({
      status: 400,
      body: { code: 'inbox_full' },
    });
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

  it('one denial closes nothing; from the second on one waits, and learns how long', async () => {
    const { alice, bob } = await denied(2);
    const again = await world.app.inject({
      method: 'POST',
      url: '/api/friends/add',
      headers: { cookie: alice.cookie, origin: publicUrl },
      payload: { email: bob.email },
    });
    expect(again.statusCode).toBe(429);
    expect(again.json()).toMatchObject({ code: 'asked_too_often' });
    const wait = Number(again.headers['retry-after']);
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
  });

  it('the other one may ask meanwhile, and a third is not concerned', async () => {
    const { alice, bob } = await denied(2);
    expect((await add(await world.join(), bob)).status).toBe(200);
    expect((await add(bob, alice)).status).toBe(200);
  });

  it('the wait ends, and denials of long ago count no more', async () => {
    const { alice, bob } = await denied(2);
    await world.query(`UPDATE denials SET last_at = now() - interval '2 hours'`);
    expect((await add(alice, bob)).status).toBe(200);
    await deny(bob, alice);
    expect((await add(alice, bob)).status).toBe(200);
  });

  it('denying what is not there counts for nothing', async () => {
    const { alice, bob } = await denied(1);
    for (let n = 0; n < 3; n += 1) {
      expect((await deny(bob, alice)).body).toEqual({ changed: false });
    }
    expect((await add(alice, bob)).status).toBe(200);
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
