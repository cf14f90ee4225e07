import type { SharedRedis } from '@triptych/redis';
import type { Database } from '@triptych/postgres';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

/** The same limits whether the counts lie in the process or in Redis. */
export function limitsContract(
  open: () => Promise<{ database: Database; redis?: SharedRedis }>,
): void {
  let world: TestApp;
  beforeAll(async () => {
    const { database, redis } = await open();
    const config = { SIGN_IN_LIMIT: 2, FRIEND_REQUEST_LIMIT: 6, MESSAGE_LIMIT: 8 };
    const server = { rateLimitMax: 100_000, trustProxy: true as never, redis };
    world = await createTestApp({ database, config, server });
  });
  afterAll(() => world.close());

  const inject = (user: SignedInUser | null, url: string, payload: object, from = '192.0.2.1') =>
    world.app.inject({
      method: 'POST',
      url,
      headers: { 'x-forwarded-for': from, ...(user && { cookie: user.cookie }) },
      payload,
    });
  const repeat = async (times: number, send: () => ReturnType<typeof inject>) => {
    const statuses = [];
    for (let n = 0; n < times; n += 1) statuses.push((await send()).statusCode);
    return statuses;
  };

  it('flooding: messages to one person, and to all together, with the time to wait', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const reversed = chatId.split('--').reverse().join('--');
    const to = (id: string) => () => inject(alice, '/api/message/send', { chatId: id, text: 'x' });
    expect(await repeat(3, to(chatId))).toEqual([200, 200, 200]);
    expect(await repeat(2, to(reversed))).toEqual([200, 429]);
    // A copy of a message counts as a message.
    const forward = { chatId: reversed, messageId: alice.id };
    const refused = await inject(alice, '/api/message/forward', forward);
    expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    // The eighth of all, wherever it goes.
    expect(await repeat(3, to('nowhere'))).toEqual([401, 401, 429]);
    const response = await inject(bob, '/api/message/send', { chatId, text: 'still here' });
    expect(response.statusCode).toBe(200);
  });

  it('flooding: friend requests in every spelling of one address, and in all', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    const add = (email: string) => () => inject(alice, '/api/friends/add', { email });
    expect(await repeat(2, add(bob.email))).toEqual([200, 400]);
    expect(await repeat(2, add(` ${bob.email.toUpperCase()}`))).toEqual([400, 429]);
    expect(await repeat(3, add('nobody@example.test'))).toEqual([400, 400, 429]);
  });

  it('flooding: links, whatever is done with what they hold', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    const made = await inject(alice, '/api/invitations', {});
    const { token } = made.json<{ token: string }>();
    const use = (verb: string) => () =>
      inject(bob, `/api/invitations/${verb}`, { token, reason: 'spam' });
    expect(await repeat(2, use('open'))).toEqual([200, 200]);
    expect(await repeat(1, use('report'))).toEqual([200]);
    expect(await repeat(3, use('block'))).toEqual([200, 404, 404]);
    for (const verb of ['open', 'accept', 'block', 'report'])
      expect(await repeat(1, use(verb))).toEqual([429]);
  });

  it('what is no request at all does not count', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    await repeat(10, () => inject(alice, '/api/friends/add', { email: 7 }));
    const response = await inject(alice, '/api/friends/add', { email: bob.email });
    expect(response.statusCode).toBe(200);
  });

  it('flooding: sign-ins begun from one address; an IPv6 household is one', async () => {
    const begin = (from: string) => () => inject(null, '/api/auth/signin/oidc', {}, from);
    expect(await repeat(3, begin('192.0.2.7'))).toEqual([302, 302, 429]);
    expect(await repeat(2, begin('2001:db8:1:2::1'))).toEqual([302, 302]);
    expect(await repeat(1, begin('2001:db8:1:2:ffff::9'))).toEqual([429]);
    expect(await repeat(1, begin('2001:db8:1:3::1'))).toEqual([302]);
  });
}
