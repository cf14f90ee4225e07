import { randomUUID } from 'node:crypto';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import type { Account } from './account.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

const show = async (user: SignedInUser) =>
  (await world.get(user, '/api/account')).body as Awaited<ReturnType<Account['show']>>;

async function signInFrom(user: SignedInUser, userAgent?: string): Promise<SignedInUser> {
  const opened = await world.parts.sessions.open(user.id, userAgent ? { userAgent } : {});
  return { ...user, ...opened, cookie: `authjs.session-token=${opened.token}` };
}

function link(user: SignedInUser, provider: string, email: string | null = null) {
  const issuer = `https://${provider}.test`;
  const who = { provider, issuer, subject: randomUUID(), name: null, image: null };
  return world.parts.accounts.link(user.id, { ...who, email, emailKey: email });
}

describe('GET /api/account', () => {
  it('shows who one is, how one signs in, and where one is signed in', async () => {
    const alice = await world.join();
    const phone = await signInFrom(alice, safari);
    await signInFrom(alice, firefox);
    await link(alice, 'github', 'alice@work.test');
    const page = await show(phone);
    expect(page.user).toMatchObject({ id: alice.id, email: alice.email });
    expect(page.accounts).toEqual([
      {
        id: expect.any(String),
        provider: 'oidc',
        email: alice.email,
        linkedAt: expect.any(String),
      },
      {
        id: expect.any(String),
        provider: 'github',
        email: 'alice@work.test',
        linkedAt: expect.any(String),
      },
    ]);
    const seen = page.sessions.map(({ device, current }) => ({ ...device, current }));
    expect(seen).toHaveLength(3);
    expect(seen).toEqual(
      expect.arrayContaining([
        { browser: 'Safari', system: 'iOS', kind: 'mobile', current: true },
        { browser: 'Firefox', system: 'Linux', kind: 'desktop', current: false },
        { browser: null, system: null, kind: null, current: false },
      ]),
    );
    expect(page.sessions.find(({ current }) => current)?.id).toBe(phone.sessionId);
  });

  it('shows accounts that were linked at one moment in one order', async () => {
    const alice = await world.join();
    for (const provider of ['github', 'gitlab', 'google']) await link(alice, provider);
    await world.query('UPDATE accounts SET created_at = now() WHERE user_id = $1::uuid', [
      alice.id,
    ]);
    const ids = (await show(alice)).accounts.map(({ id }) => id);
    expect(ids).toHaveLength(4);
    expect(ids).toEqual(ids.toSorted());
  });

  it('holds no token, hash, issuer or subject', async () => {
    const alice = await world.join();
    const text = JSON.stringify(await show(alice));
    expect(text).not.toContain(alice.token);
    expect(text).not.toMatch(/[0-9a-f]{64}|issuer|subject/);
  });

  it('shows the last use to ten minutes', async () => {
    const alice = await world.join();
    const other = await signInFrom(alice);
    const age = (minutes: number) =>
      world.query(
        `UPDATE sessions SET last_used_at = now() - make_interval(mins => $1) WHERE id = $2::uuid`,
        [minutes, other.sessionId],
      );
    const lastUse = async () =>
      (await show(alice)).sessions.find(({ id }) => id === other.sessionId)?.lastUsedAt;
    await age(5);
    const before = await lastUse();
    await show(other);
    expect(await lastUse()).toBe(before);
    await age(11);
    await show(other);
    expect(Date.parse(String(await lastUse()))).toBeGreaterThan(Date.parse(String(before)));
  });
});

describe('DELETE /api/account/sessions', () => {
  it('signs every other device out, and no one else’s', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    const others = [await signInFrom(alice), await signInFrom(alice)];
    const ended: string[] = [];
    world.parts.sessions.onEnded(({ sessionId }) => ended.push(sessionId));
    const response = await world.delete(alice, '/api/account/sessions');
    expect(response).toEqual({ status: 200, body: { ended: 2 } });
    expect(ended.sort()).toEqual(others.map(({ sessionId }) => sessionId).sort());
    for (const each of others) expect((await world.get(each, '/api/account')).status).toBe(401);
    expect((await show(alice)).sessions).toHaveLength(1);
    expect((await show(bob)).sessions).toHaveLength(1);
  });

  it('of one device ends that one', async () => {
    const alice = await world.join();
    const [phone, desk] = [await signInFrom(alice), await signInFrom(alice)];
    const response = await world.delete(alice, `/api/account/sessions/${phone.sessionId}`);
    expect(response).toEqual({ status: 200, body: { ended: 1 } });
    expect((await world.get(phone, '/api/account')).status).toBe(401);
    expect((await world.get(desk, '/api/account')).status).toBe(200);
  });

  it('404 for another’s session, one that is over, and none at all: one reply', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    for (const id of [bob.sessionId, randomUUID(), 'x', "'; --"]) {
      const response = await world.delete(alice, `/api/account/sessions/${encodeURIComponent(id)}`);
      expect(response).toMatchObject({ status: 404, body: { code: 'session_not_found' } });
    }
    expect((await world.get(bob, '/api/account')).status).toBe(200);
  });
});

describe('DELETE /api/account/accounts/:id', () => {
  const unlink = (user: SignedInUser, id: string | undefined) =>
    world.delete(user, `/api/account/accounts/${id}`);

  it('takes a way to sign in away, but never the last one', async () => {
    const alice = await world.join();
    await link(alice, 'github');
    const [first, second] = (await show(alice)).accounts;
    expect(await unlink(alice, second?.id)).toEqual({ status: 200, body: { changed: true } });
    expect(await unlink(alice, first?.id)).toMatchObject({
      status: 409,
      body: { code: 'last_account' },
    });
    expect((await show(alice)).accounts).toEqual([first]);
  });

  it('lets one of two racing requests have the last but one', async () => {
    const alice = await world.join();
    await link(alice, 'github');
    const ids = (await show(alice)).accounts.map(({ id }) => id);
    const responses = await Promise.all(ids.map((id) => unlink(alice, id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('frees the address that only this account proved, and takes that of the next', async () => {
    const alice = await world.join();
    const next = `${randomUUID()}@work.test`;
    await link(alice, 'github', next);
    await link(alice, 'gitlab', `${randomUUID()}@later.test`);
    await world.query(
      `UPDATE accounts SET created_at = now() + interval '1 minute' WHERE provider = 'gitlab' AND user_id = $1::uuid`,
      [alice.id],
    );
    const [first] = (await show(alice)).accounts;
    await unlink(alice, first?.id);
    expect((await show(alice)).user.email).toBe(next);
    expect(await world.parts.accounts.findByEmailKey(alice.email)).toBeNull();
    expect((await world.parts.accounts.findByEmailKey(next))?.id).toBe(alice.id);
  });

  it('does not take an address that another user holds by now', async () => {
    const alice = await world.join();
    const address = `${randomUUID()}@work.test`;
    await link(alice, 'github', address);
    const owner = await world.join(randomUUID(), address);
    await unlink(alice, (await show(alice)).accounts[0]?.id);
    expect((await world.parts.accounts.findByEmailKey(address))?.id).toBe(owner.id);
  });

  it('404 for another’s account and none at all: one reply', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    await link(bob, 'github');
    for (const id of [(await show(bob)).accounts[0]?.id, randomUUID(), 'x']) {
      const response = await unlink(alice, id);
      expect(response).toMatchObject({ status: 404, body: { code: 'account_not_found' } });
    }
    expect((await show(bob)).accounts).toHaveLength(2);
  });
});

it.each([
  ['GET', '/api/account'],
  ['DELETE', '/api/account/sessions'],
  ['DELETE', '/api/account/sessions/x'],
  ['DELETE', '/api/account/accounts/x'],
])('401 without a session: %s %s', async (method, url) => {
  expect((await world.app.inject({ method: method as 'GET', url })).statusCode).toBe(401);
});

describe('PATCH /api/account', () => {
  const rename = (user: SignedInUser, name: unknown) => world.patch(user, '/api/account', { name });

  it('changes the name under which one is seen', async () => {
    const alice = await world.join();
    const response = await rename(alice, ' \u202eAlice of Arrowhead ');
    expect(response).toMatchObject({ status: 200, body: { name: 'Alice of Arrowhead' } });
    expect((await show(alice)).user.name).toBe('Alice of Arrowhead');
  });

  it.each(['', '  ', '\u202e', 'n'.repeat(201), 7, null])('refuses %j', async (name) => {
    const alice = await world.join();
    expect(await rename(alice, name)).toMatchObject({ status: 422 });
    expect((await show(alice)).user.name).not.toBe(name);
  });
});
