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
import { createVapidKeys } from './push/vapid.js';
import { settingsFor } from './testing/app-with-provider.js';
import { createBrowser } from './testing/browser.js';
import {
  provokeAttachments,
  provokeChats,
  provokeMessages,
} from './testing/contract/provoke-messages.js';
import { provokeCrowd, provokeUploads } from './testing/contract/provoke-uploads.js';
import {
  provokeAccount,
  provokeFriends,
  provokePictures,
  provokeWaysToBeFound,
} from './testing/contract/provoke-people.js';
import { openReadyEvents } from './testing/event-client.js';
import { startFakeIdp, type FakeIdp } from './testing/fake-idp.js';
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
});
afterAll(async () => {
  await world.close();
  await idp.close();
});

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
  await browser.post('/api/auth/signout', { csrfToken }, { 'expected-user': 'somebody else' });
  await browser.post('/api/auth/signout', { csrfToken }, asScript);
  await browser.post('/api/auth/signout', { csrfToken });
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

/** Servers that have room for few files, and for none. */
async function provokeFiles(): Promise<void> {
  const server = { prepare: record.prepare };
  const attachments = { maxBytes: 100, quota: 100, mostUploads: 1 };
  const full = await createTestApp({ server, context: { attachments } });
  // A device is no folder.
  const broken = await createTestApp({ server, config: { FILES_DIR: '/dev/null/files' } });
  await provokeAttachments(world, full, broken);
  const roomy = await createTestApp({ server, context: { attachments } });
  await provokeUploads(world, roomy, broken);
  const crowded = await createTestApp({ server, context: { attachments: { mostOfOne: 1 } } });
  await provokeCrowd(crowded);
  for (const each of [roomy, crowded]) await each.close();
  await full.close();
  await broken.close();
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
  await provokeAccount(world, idp.issuer);
  await provokeFriends(world);
  await provokeWaysToBeFound(world);
  await provokePush();
  await provokeChats(world);
  await provokeMessages(world);
  await provokePictures(world);
  await provokeFiles();
  await provokeRefusals(readOperations(world.app));
  // The only stream that the user may have: any other request for one is refused and ends.
  const held = await openReadyEvents(base, user);
  await world.get(user, '/api/events');
  const valid: ValidRequest = { headers: { cookie: user.cookie } };
  await provokePlatformReplies(world.app, record, () => valid);
  held.close();
  expect(compareReplies(world.app, record)).toEqual({ unprovoked: [], undocumented: [] });
});

it('messages that no library sends get the reply that HTTP demands', async () => {
  const { port } = world.app.server.address() as AddressInfo;
  expect(await findWrongReplies(port, '/openapi.json')).toEqual([]);
});
