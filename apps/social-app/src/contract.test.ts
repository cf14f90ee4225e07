import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { findWrongReplies } from '@triptych/service-host/testing';
import {
  compareReplies,
  provokePlatformReplies,
  readOperations,
  recordReplies,
  type Operation,
  type ValidRequest,
} from '@triptych/testing';
import { pictureAddress } from './people/picture-address.js';
import { createVapidKeys } from './push/vapid.js';
import { settingsFor } from './testing/app-with-provider.js';
import { createBrowser } from './testing/browser.js';
import { openReadyEvents } from './testing/event-client.js';
import { startFakeIdp, type FakeIdp } from './testing/fake-idp.js';
import type { SignedInUser } from './testing/signed-in-user.js';
import { createTestApp, type TestApp } from './testing/test-app.js';

const record = recordReplies();
const vapid = createVapidKeys();
let idp: FakeIdp;
let world: TestApp;
beforeAll(async () => {
  idp = await startFakeIdp();
  world = await createTestApp({
    context: { streams: { maxStreamsPerUser: 1 } },
    config: {
      ...settingsFor(idp),
      VAPID_PUBLIC_KEY: vapid.publicKey,
      VAPID_PRIVATE_KEY: vapid.privateKey,
      DENIALS_BEFORE_COOLDOWN: 1,
      MAX_PENDING_REQUESTS: 2,
      MAX_INCOMING_REQUESTS: 1,
    },
    server: { rateLimitMax: 1200, prepare: record.prepare },
  });
}, 60_000);
afterAll(async () => {
  await world.close();
  await idp.close();
});

const unknownId = randomUUID();

/** Signing in and out, its pages and their errors. */
async function provokeSignIn(): Promise<void> {
  const browser = createBrowser(world.app);
  const asScript = { 'x-auth-return-redirect': '1' };
  for (const page of ['providers', 'session', 'signin', 'signout', 'elsewhere']) {
    await browser.get(`/api/auth/${page}`);
  }
  for (const error of ['unknown', 'OAuthSignin', 'AccessDenied', 'Configuration']) {
    await browser.get(`/api/auth/error?error=${error}`);
  }
  const csrfToken = await browser.csrfToken();
  await browser.post('/api/auth/session', {});
  await world.app.inject({
    method: 'POST',
    url: '/api/auth/session',
    headers: { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') },
    payload: { csrfToken },
  });
  await browser.post('/api/auth/signin/oidc', { csrfToken }, asScript);
  const { headers } = await browser.post('/api/auth/signin/oidc', { csrfToken });
  await browser.get(idp.authorize(headers.get('location') ?? '').href);
  await browser.post('/api/auth/signout', { csrfToken }, asScript);
  await browser.post('/api/auth/signout', { csrfToken });
}

/** The own account, reports, settings, export and erasure. */
async function provokeAccount(): Promise<void> {
  const { alice, bob } = await world.joinFriends();
  const { accounts, sessions } = world.parts;
  const account = (path = '') => `/api/account${path}`;
  await world.patch(alice, account(), { name: 'Alice' });
  await world.patch(alice, account(), { name: ' ' });
  const other = await sessions.open(alice.id, {});
  await world.delete(alice, account(`/sessions/${other.sessionId}`));
  await world.delete(alice, account(`/sessions/${unknownId}`));
  await world.delete(alice, account('/sessions'));
  await accounts.link(alice.id, {
    provider: 'oidc',
    issuer: idp.issuer,
    subject: randomUUID(),
    name: null,
    email: null,
    image: null,
    emailKey: null,
  });
  const [first, second] = (await world.get(alice, account())).body.accounts as { id: string }[];
  await world.delete(alice, account(`/accounts/${first?.id}`));
  await world.delete(alice, account(`/accounts/${second?.id}`));
  await world.delete(alice, account(`/accounts/${unknownId}`));
  await world.get(alice, account('/export'));
  await world.get(alice, '/api/settings');
  await world.patch(alice, '/api/settings', { typing: true });
  const report = { userId: bob.id, reason: 'spam' };
  await world.post(alice, '/api/report', report);
  await world.post(alice, '/api/report', { ...report, userId: unknownId });
  await world.post(alice, '/api/report', { ...report, messageIds: [unknownId] });
  await world.delete(alice, account(), { confirm: 'nobody' });
  // The account that is left has no address.
  await world.delete(alice, account(), { confirm: alice.id });
}

/** A handle: chosen, corrected, refused, given up; links: made, opened, accepted, revoked. */
async function provokeWaysToBeFound(): Promise<void> {
  const { alice, bob } = await world.joinFriends();
  const handle = '/api/account/handle';
  for (const each of ['first_one', 'second_one', 'third_one', 'admin', '?'])
    await world.put(alice, handle, { handle: each });
  await world.delete(alice, handle);
  await world.put(bob, handle, { handle: 'first_one' });
  const links = '/api/invitations';
  const { id, token } = (await world.post(alice, links, {})).body as { id: string; token: string };
  for (const [user, held] of [
    [bob, token],
    [alice, token],
    [alice, 'unknown'],
    [await world.join(), token],
  ] as const) {
    await world.post(user, `${links}/open`, { token: held });
    await world.post(user, `${links}/report`, { token: held, reason: 'spam' });
    await world.post(user, `${links}/accept`, { token: held });
  }
  const { token: blocked } = (await world.post(alice, links, {})).body as { token: string };
  for (const [user, held] of [
    [bob, blocked],
    [alice, blocked],
    [alice, 'unknown'],
  ] as const)
    await world.post(user, `${links}/block`, { token: held });
  await world.get(alice, links);
  await world.delete(alice, `${links}/${id}`);
  for (let n = 0; n < 21; n += 1) await world.post(alice, links, {});
}

/** A device that is notified; and a server that notifies none. */
async function provokePush(): Promise<void> {
  const alice = await world.join();
  const url = '/api/push/subscriptions';
  const endpoint = 'https://push.example/x';
  const auth = 'A'.repeat(22);
  await world.get(alice, '/api/push/key');
  await world.post(alice, url, { endpoint, keys: { p256dh: vapid.publicKey, auth } });
  await world.post(alice, url, { endpoint, keys: { p256dh: 'A'.repeat(87), auth } });
  await world.post(alice, url, {});
  await world.delete(alice, url);
  const bare = await createTestApp({ server: { prepare: record.prepare } });
  const bob = await bare.join();
  await bare.post(bob, url, { endpoint, keys: { p256dh: vapid.publicKey, auth } });
  await bare.close();
}

async function provokeFriends(): Promise<void> {
  const { alice, bob } = await world.joinFriends();
  const [carol, dave, erin] = [await world.join(), await world.join(), await world.join()];
  const add = (from: SignedInUser, email: string) =>
    world.post(from, '/api/friends/add', { email });
  await world.get(alice, '/api/friends');
  await world.get(alice, '/api/friends/blocked');
  await add(alice, 'nonsense');
  await add(alice, alice.email);
  await add(alice, 'nobody@example.test');
  await add(alice, bob.email);
  await add(alice, carol.email);
  await add(dave, carol.email);
  await world.post(carol, '/api/friends/deny', { id: alice.id });
  await add(alice, carol.email);
  await add(alice, dave.email);
  await add(alice, erin.email);
  await add(alice, (await world.join()).email);
  await world.post(alice, '/api/friends/cancel', { id: dave.id });
  await world.post(alice, '/api/friends/accept', { id: unknownId });
  await world.post(alice, '/api/friends/block', { id: erin.id });
  await world.post(alice, '/api/friends/unblock', { id: erin.id });
  await world.delete(alice, `/api/friends/${bob.id}`);
}

async function provokeMessages(): Promise<void> {
  const { alice, bob, chatId } = await world.joinFriends();
  const mute = `/api/chats/${chatId}/mute`;
  for (const seconds of [60, null, 0]) await world.put(alice, mute, { seconds });
  await world.delete(alice, mute);
  const stranger = await world.join();
  await world.put(stranger, mute, { seconds: null });
  await world.delete(stranger, mute);
  const post = (from: SignedInUser, verb: string, body: object) =>
    world.post(from, `/api/message/${verb}`, { chatId, ...body });
  const send = { text: 'hello', clientId: 'one' };
  await post(alice, 'send', send);
  await post(alice, 'send', { ...send, text: 'another' });
  await post(alice, 'send', { text: ' ' });
  await post(alice, 'send', { text: 'x', replyTo: unknownId });
  await post(alice, 'send', { text: 'to be deleted' });
  await post(alice, 'send', { text: 'an old one' });
  await world.query(`UPDATE messages SET created_at = now() - interval '9 days' WHERE seq = 3`);
  await post(alice, 'delete', { seq: 2 });
  for (const [from, seq] of [
    [alice, 1],
    [alice, 2],
    [alice, 3],
    [alice, 9],
    [bob, 1],
  ] as const) {
    await post(from, 'edit', { seq, text: 'edited' });
    await post(from, 'react', { seq, emoji: '👍' });
    await post(from, 'pin', { seq });
    await post(from, 'unpin', { seq });
    await post(from, 'unreact', { seq, emoji: '👍' });
  }
  await post(alice, 'edit', { seq: 1, text: ' ' });
  for (const verb of ['react', 'unreact']) await post(alice, verb, { seq: 1, emoji: 'no' });
  for (const emoji of ['👍', '❤️', '🎉', '😀', '🚀', '🐢'])
    await post(bob, 'react', { seq: 1, emoji });
  for (const [from, seq] of [
    [alice, 3],
    [alice, 9],
    [bob, 1],
  ] as const) {
    await post(from, 'delete', { seq });
  }
  await world.query('UPDATE chats SET pins = array_fill(9, ARRAY[50])');
  await post(bob, 'pin', { seq: 1 });
  await world.get(alice, `/api/messages/pinned?chatId=${chatId}`);
  await world.get(alice, `/api/messages/pinned?chatId=${unknownId}`);
  await post(bob, 'read', { seq: 1 });
  await post(bob, 'typing', {});
  await world.get(alice, `/api/messages?chatId=${chatId}`);
  await world.get(alice, `/api/messages?chatId=${chatId}&before=2&after=1`);
  await world.get(alice, '/api/message/limits');
  await world.get(alice, '/api/chats');
  await world.get(alice, '/api/presence');
  await world.get(alice, '/api/messages/search?q=hello');
  await world.get(alice, '/api/messages/search?q=!');
  await world.get(alice, '/api/messages/search?q=hello&cursor=nonsense');
  await world.get(alice, `/api/messages/search?q=hello&chatId=${unknownId}`);
  await world.get(alice, `/api/messages?chatId=${unknownId}`);
  const elsewhere = { chatId: unknownId, seq: 1, text: 'hello', emoji: '👍' };
  const verbs = 'send edit delete react unreact pin unpin read typing';
  for (const verb of verbs.split(' ')) await post(alice, verb, elsewhere);
}

/** A picture, and one that there is not. */
async function provokePictures(): Promise<void> {
  const { id, cookie } = await world.join();
  const image = 'https://pictures.test/one';
  await world.query('UPDATE users SET image = $1 WHERE id = $2::uuid', [image, id]);
  const url = pictureAddress(id, image)!;
  await world.app.inject({ url, headers: { cookie } });
  await world.query(`INSERT INTO pictures (user_id, version, bytes) VALUES ($1::uuid, $2, 'x')`, [
    id,
    url.split('/').at(-1),
  ]);
  await world.app.inject({ url, headers: { cookie } });
}

/** Requests without a session, and those that a page of another site makes. */
async function provokeRefusals(operations: readonly Operation[]): Promise<void> {
  for (const { method, path, parameters } of operations) {
    const url = parameters.reduce((so, { name }) => so.replace(`{${name}}`, 'x'), path);
    await world.app.inject({ method, url });
    const isUnsafe = method !== 'GET';
    const headers = { 'sec-fetch-site': 'cross-site' };
    if (isUnsafe) await world.app.inject({ method, url, headers });
  }
}

it('every documented reply of every operation is sent, and no other', async () => {
  const user = await world.join();
  const base = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const guest = await world.join();
  const stream = await openReadyEvents(base, guest);
  const lost = stream.lost();
  await world.parts.sessions.end(guest.token);
  await lost;
  stream.close();
  await provokeSignIn();
  await provokeAccount();
  await provokeFriends();
  await provokeWaysToBeFound();
  await provokePush();
  await provokeMessages();
  await provokePictures();
  await provokeRefusals(readOperations(world.app));
  // The only stream that the user may have: any other request for one is refused and ends.
  const held = await openReadyEvents(base, user);
  await world.get(user, '/api/events');
  const valid: ValidRequest = { headers: { cookie: user.cookie } };
  await provokePlatformReplies(world.app, record, () => valid);
  held.close();
  expect(compareReplies(world.app, record)).toEqual({ unprovoked: [], undocumented: [] });
}, 180_000);

it('messages that no library sends get the reply that HTTP demands', async () => {
  const { port } = world.app.server.address() as AddressInfo;
  expect(await findWrongReplies(port, '/openapi.json')).toEqual([]);
}, 30_000);
