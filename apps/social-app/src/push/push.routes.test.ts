import { createPublicKey, verify } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createBrowser, startPushService, type ReceivedPush } from '@triptych/testing/push-service';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { createVapidKeys } from './vapid.js';

const keys = createVapidKeys();
let service: Awaited<ReturnType<typeof startPushService>>;
let slow: typeof service;
let world: TestApp;
beforeAll(async () => {
  [service, slow] = await Promise.all([startPushService(), startPushService()]);
  world = await createTestApp({
    config: {
      OUTBOUND_ALLOW_HOSTS: `${service.host} ${slow.host}`,
      VAPID_PUBLIC_KEY: keys.publicKey,
      VAPID_PRIVATE_KEY: keys.privateKey,
      VAPID_SUBJECT: 'mailto:operator@example.test',
    },
    context: { push: { pollMs: 20, firstPauseMs: 20, perService: 2, mostAtOnce: 6 } },
  });
});
afterAll(async () => {
  await slow.close();
  await world.close();
  await service.close();
});
beforeEach(() => {
  service.received.length = 0;
  service.setReply((response) => response.writeHead(201).end());
});

type Browser = ReturnType<typeof createBrowser>;

async function subscribe(user: SignedInUser, browser: Browser = service.subscribe()) {
  const { endpoint, keys: own } = browser;
  const reply = await world.post(user, '/api/push/subscriptions', { endpoint, keys: own });
  expect(reply).toEqual({ status: 200, body: { changed: true } });
  return browser;
}
const send = (from: SignedInUser, chatId: string, text: string) =>
  world.post(from, '/api/message/send', { chatId, text });
/** Nobody waits for the time in which a message may be read. */
const overdue = `UPDATE push_deliveries SET due_at = now() - interval '1 s'`;
const makeDue = () => world.query(overdue);
const queued = () => world.query<{ seq: number }>('SELECT seq FROM push_deliveries');
async function untilSettled(): Promise<void> {
  while ((await queued()).length > 0) await new Promise(setImmediate);
}
const devicesOf = ({ id }: SignedInUser) =>
  world.query('SELECT 1 FROM push_subscriptions WHERE user_id = $1::uuid', [id]);

describe('a message', () => {
  it('reaches the device, readable there alone, from whom the key says', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const browser = await subscribe(bob);
    await send(alice, chatId, 'a secret word');
    await makeDue();
    const [push] = await service.until(1);
    const name = alice.email.split('@')[0];
    const shown = { to: bob.id, chatId, seq: 1, title: name, text: 'a secret word', unread: 1 };
    expect(browser.read(push!)).toEqual(shown);
    const sent = JSON.stringify([push!.headers, push!.path, push!.body.toString('latin1')]);
    for (const told of ['secret', name, alice.id, bob.id]) expect(sent).not.toContain(told);
    expect(push!.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{32}$/),
      ttl: expect.stringMatching(/^8\d{4}$/),
    });
    await untilSettled();
    expectSigned(push!);
  });

  it('has the size of every other', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const browser = await subscribe(bob);
    for (const [at, text] of ['x', '\u{1F469}\u200D\u{1F680}'.repeat(280)].entries()) {
      await send(alice, chatId, text);
      await makeDue();
      await service.until(at + 1);
      await untilSettled();
    }
    const [short, long] = service.received;
    expect(long!.body.length).toBe(short!.body.length);
    expect(long!.body.length).toBeLessThanOrEqual(4_096);
    const text = `${'\u{1F469}\u200D\u{1F680}'.repeat(99)}…`;
    expect(browser.read(long!)).toMatchObject({ text });
  });

  it('and those after it are one notification, of the newest', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const browser = await subscribe(bob);
    await send(alice, chatId, 'one');
    const dueAt = () => world.query('SELECT due_at FROM push_deliveries');
    const first = await dueAt();
    for (const text of ['two', 'three']) await send(alice, chatId, text);
    expect(await queued()).toEqual([{ seq: 3 }]);
    // Who writes on and on does not put it off.
    expect(await dueAt()).toEqual(first);
    await makeDue();
    const [push] = await service.until(1);
    expect(browser.read(push!)).toMatchObject({ text: 'three', unread: 1 });
    await untilSettled();
    expect(service.received).toHaveLength(1);
  });

  it('notifies every device of the one who gets it, and none of the sender', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const { token, sessionId } = await world.parts.sessions.open(bob.id, {});
    const second = { ...bob, sessionId, cookie: `authjs.session-token=${token}` };
    const browsers = [await subscribe(bob), await subscribe(second)];
    await subscribe(alice);
    await send(alice, chatId, 'to both');
    await makeDue();
    await untilSettled();
    const paths = service.received.map(({ path }) => path).sort();
    expect(paths).toEqual(browsers.map(({ endpoint }) => new URL(endpoint).pathname).sort());
  });
});

describe('nobody is notified of a message', () => {
  type Friends = Awaited<ReturnType<TestApp['joinFriends']>>;
  const changes: Record<string, (friends: Friends) => Promise<unknown>> = {
    'that was read meanwhile, on whatever device': ({ bob, chatId }) =>
      world.post(bob, '/api/message/read', { chatId, seq: 1 }),
    'that was deleted': ({ alice, chatId }) =>
      world.post(alice, '/api/message/delete', { chatId, seq: 1, for: 'everyone' }),
    'of somebody whom they have blocked': ({ alice, bob }) =>
      world.post(bob, '/api/friends/block', { id: alice.id }),
    'of somebody who is no friend any more': ({ alice, bob }) =>
      world.delete(bob, `/api/friends/${alice.id}`),
  };
  it.each(Object.entries(changes))('%s', async (_name, change) => {
    const friends = await world.joinFriends();
    await subscribe(friends.bob);
    await send(friends.alice, friends.chatId, 'for nobody');
    const { status } = (await change(friends)) as { status: number };
    expect(status).toBe(200);
    await makeDue();
    await untilSettled();
    expect(service.received).toEqual([]);
  });
});

describe('a device', () => {
  it('is forgotten when its session ends, is deleted, or another person signs in there', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const browser = await subscribe(bob);
    await subscribe(alice, browser);
    expect(await devicesOf(bob)).toEqual([]);
    await send(bob, chatId, 'waits');
    expect(await queued()).toHaveLength(1);
    await world.parts.sessions.end(alice.token);
    expect(await devicesOf(alice)).toEqual([]);
    expect(await queued()).toEqual([]);
    await subscribe(bob);
    const url = '/api/push/subscriptions';
    expect((await world.delete(bob, url)).body).toEqual({ changed: true });
    expect((await world.delete(bob, url)).body).toEqual({ changed: false });
  });

  it.each([404, 410])('is forgotten when its push service says %i', async (status) => {
    const { alice, bob, chatId } = await world.joinFriends();
    await subscribe(bob);
    service.setReply((response) => response.writeHead(status).end());
    await send(alice, chatId, 'into the void');
    await makeDue();
    await untilSettled();
    expect(await devicesOf(bob)).toEqual([]);
  });

  it('that has subscribed anew meanwhile stays, when its former address is gone', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    await subscribe(bob);
    const asked = new Promise<ServerResponse>((resolve) => service.setReply(resolve));
    await send(alice, chatId, 'for whichever address');
    await makeDue();
    const response = await asked;
    const renewed = await subscribe(bob);
    service.setReply((next) => next.writeHead(201).end());
    response.writeHead(410).end();
    // Where nothing says that it has been dealt with, this is long enough.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await makeDue();
    const [, push] = await service.until(2);
    expect(renewed.read(push!)).toMatchObject({ text: 'for whichever address' });
    await untilSettled();
    expect(await devicesOf(bob)).toHaveLength(1);
  });

  it('is forgotten when it is where this service may not go', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    for (const origin of ['http://127.0.0.1:1', 'https://10.0.0.1', 'https://localhost']) {
      await subscribe(bob, createBrowser(origin));
      await send(alice, chatId, 'inwards');
      await makeDue();
      await untilSettled();
      expect(await devicesOf(bob)).toEqual([]);
    }
  });

  it('is in the export, and goes with the account', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const { endpoint, keys: own } = await subscribe(bob);
    const { body } = await world.get(bob, '/api/account/export');
    expect(body.notifiedDevices).toEqual([
      { sessionId: bob.sessionId, service: service.host, createdAt: expect.any(String) },
    ]);
    for (const secret of [endpoint, own.auth]) expect(JSON.stringify(body)).not.toContain(secret);
    await send(alice, chatId, 'too late');
    await world.delete(bob, '/api/account', { confirm: bob.email });
    expect([await devicesOf(bob), await queued()]).toEqual([[], []]);
  });

  it.each([
    { endpoint: 'ftp://push.example/x' },
    { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } },
    { keys: { p256dh: 'short', auth: 'A'.repeat(22) } },
  ])('is none with %j', async (fault) => {
    const { endpoint, keys: own } = service.subscribe();
    const url = '/api/push/subscriptions';
    const reply = await world.post(await world.join(), url, { endpoint, keys: own, ...fault });
    expect(reply.status).toBe(422);
  });
});

describe('a push service', () => {
  it('that fails is tried again, and loses nothing; one line says so, which names nobody', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const browser = await subscribe(bob);
    const statuses = [503, 429, 500];
    const failures: number[] = [];
    const sql = 'SELECT failures AS count FROM push_subscriptions WHERE user_id = $1::uuid';
    service.setReply((response) => {
      void world.query<{ count: number }>(sql, [bob.id]).then(([device]) => {
        failures.push(device!.count);
        response.writeHead(statuses.shift() ?? 201).end();
      });
    });
    const before = world.lines.length;
    await send(alice, chatId, 'after all');
    await makeDue();
    await untilSettled();
    expect(service.received).toHaveLength(4);
    // The pauses grow with them.
    expect(failures).toEqual([0, 1, 2, 3]);
    expect(browser.read(service.received[3]!)).toMatchObject({ text: 'after all' });
    const lines = world.lines.slice(before).filter((line) => line.includes('push service'));
    expect(lines).toHaveLength(1);
    for (const told of [bob.id, alice.id, browser.endpoint, 'after all'])
      expect(world.lines.slice(before).join()).not.toContain(told);
  });

  it('that never replies delays no other one', async () => {
    slow.setReply(() => {});
    // Before the slow ones begin, which are given up after a while.
    const quick = await world.joinFriends();
    for (let n = 0; n < 5; n += 1) {
      const { alice, bob, chatId } = await world.joinFriends();
      await subscribe(bob, slow.subscribe());
      await send(alice, chatId, 'slow');
    }
    await makeDue();
    await slow.until(2);
    await subscribe(quick.bob).then(() => send(quick.alice, quick.chatId, 'quick'));
    await world.query(`${overdue} WHERE service = $1`, [service.host]);
    await service.until(1);
    expect(slow.received).toHaveLength(2);
  });
});

it('without keys, nothing is offered', async () => {
  const bare = await createTestApp();
  const user = await bare.join();
  expect((await bare.get(user, '/api/push/key')).body).toEqual({ key: null });
  const { endpoint, keys: own } = service.subscribe();
  const reply = await bare.post(user, '/api/push/subscriptions', { endpoint, keys: own });
  expect(reply).toMatchObject({ status: 404, body: { code: 'push_not_offered' } });
  await bare.close();
});

function expectSigned({ headers }: ReceivedPush): void {
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(keys.publicKey);
  const [header = '', claims = '', signature = ''] = token.split('.');
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
  expect(parse(header)).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(parse(claims)).toMatchObject({
    aud: `http://${service.host}`,
    sub: 'mailto:operator@example.test',
  });
  const point = Buffer.from(keys.publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((n) => n.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const judge = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  expect(verify('sha256', signed, judge, Buffer.from(signature, 'base64url'))).toBe(true);
}
