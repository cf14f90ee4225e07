import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentClient, startLocalIdp, type LocalIdp } from '@triptych/local-idp';
import { serviceProcesses, type ServiceProcess } from '@triptych/testing';
import createOpenapiFetch from 'openapi-fetch';
import { createClient } from './generated/social-app/client/index.js';
import * as sdk from './generated/social-app/sdk.gen.js';
import type { paths } from './generated/social-app.paths.js';
import { createCallLog, type CallLog } from './operations.js';
import { subscription } from './testing/push-subscription.js';
import { useMessagesByPaths, useMessagesBySdk } from './testing/social-messages.js';
import { createCookieFetch, signInAt } from './testing/social-sign-in.js';

const main = new URL('../../../apps/social-app/src/main.ts', import.meta.url);
const { launch, endAll } = serviceProcesses(main);
const data = mkdtempSync(join(tmpdir(), 'social-app-'));
const provider = { provider: 'oidc' };

let idp: LocalIdp;
let service: ServiceProcess;
beforeAll(async () => {
  idp = await startLocalIdp({ port: 0, clients: [developmentClient] });
  service = await launch({
    PUBLIC_URL: 'http://localhost:8082',
    DATA_DIR: data,
    SESSION_SECRET: 'a secret that only tests know 123',
    OIDC_ISSUER: idp.issuer,
    OIDC_CLIENT_ID: developmentClient.id,
    OIDC_CLIENT_SECRET: developmentClient.secret,
  });
});
afterAll(async () => {
  await service.stop();
  endAll();
  await idp.close();
  rmSync(data, { recursive: true });
});

/** The local provider gives people no pictures, so that the one that is asked for is not there. */
const withoutPictures = ['GET /api/pictures/{personId}/{version}: 404'];

const must = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error('nothing was sent');
  return value;
};

/** A browser's openapi-fetch. */
function browseByPaths(log: CallLog) {
  const client = createOpenapiFetch<paths>({
    baseUrl: service.address,
    fetch: createCookieFetch(),
  });
  client.use({
    onResponse: ({ request, response, schemaPath }) =>
      log.add(request.method, schemaPath, response.status),
  });
  const csrf = async () => must((await client.GET('/api/auth/csrf')).data).csrfToken;
  return {
    client,
    csrf,
    async signIn(name: string, link?: 'true') {
      const begun = await client.POST('/api/auth/signin/{provider}', {
        params: { path: provider },
        body: { csrfToken: await csrf(), json: 'true', ...(link && { link }) },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        bodySerializer: (body) => new URLSearchParams(body),
      });
      const query = await signInAt(idp.issuer, must(begun.data).url, name);
      const params = { path: provider, query };
      await client.GET('/api/auth/callback/{provider}', { params, parseAs: 'text' });
      const { data: account } = await client.GET('/api/account');
      return must(account);
    },
  };
}

it('openapi-fetch calls every operation', async () => {
  const log = createCallLog('social-app');
  const alice = browseByPaths(log);
  const bob = browseByPaths(log);
  const { client } = alice;
  const text = { parseAs: 'text' } as const;

  await client.GET('/api/auth/providers');
  await client.GET('/api/auth/signin', text);
  await client.GET('/api/auth/error', text);
  await client.GET('/api/auth/signout', text);
  const { user } = await alice.signIn('alice');
  const friend = (await bob.signIn('bob')).user;
  const session = await client.GET('/api/auth/session');
  expect(session.data?.user.email).toBe('alice@example.test');
  await client.POST('/api/auth/session', { body: { csrfToken: await alice.csrf() } });

  await client.PATCH('/api/account', { body: { name: 'Alice' } });
  await client.PUT('/api/account/handle', { body: { handle: 'alice_in_paths' } });
  const { accounts } = await alice.signIn('second', 'true');
  const linked = must(accounts.find(({ email }) => email === 'second@example.test'));
  await client.DELETE('/api/account/accounts/{id}', { params: { path: { id: linked.id } } });
  const { sessions } = await browseByPaths(log).signIn('alice');
  const id = must(sessions.find(({ current }) => current)).id;
  await client.DELETE('/api/account/sessions/{id}', { params: { path: { id } } });
  await client.DELETE('/api/account/sessions');
  await client.GET('/api/account/export');
  const picture = { personId: friend.id, version: '0'.repeat(32) };
  await client.GET('/api/pictures/{personId}/{version}', { params: { path: picture } });
  await client.GET('/api/settings');
  await client.PATCH('/api/settings', { body: { typing: true } });
  await client.GET('/api/push/key');
  await client.POST('/api/push/subscriptions', { body: subscription() });
  await client.DELETE('/api/push/subscriptions');

  const made = must((await client.POST('/api/invitations', { body: { maxUses: 2 } })).data);
  await bob.client.POST('/api/invitations/open', { body: { token: made.token } });
  const accepted = await bob.client.POST('/api/invitations/accept', {
    body: { token: made.token },
  });
  expect(accepted.data?.id).toBe(user.id);
  const links = await client.GET('/api/invitations');
  expect(links.data?.invitations).toMatchObject([{ id: made.id, usesLeft: 1 }]);
  const held = { token: made.token };
  await bob.client.POST('/api/invitations/report', { body: { ...held, reason: 'spam' } });
  await bob.client.POST('/api/invitations/block', { body: held });
  await bob.client.POST('/api/friends/unblock', { body: { id: user.id } });
  await client.DELETE('/api/invitations/{id}', { params: { path: { id: made.id } } });
  await client.DELETE('/api/friends/{id}', { params: { path: { id: friend.id } } });
  await client.DELETE('/api/account/handle');

  const ask = () => client.POST('/api/friends/add', { body: { email: 'bob@example.test' } });
  await ask();
  await client.POST('/api/friends/cancel', { body: { id: friend.id } });
  await ask();
  await bob.client.POST('/api/friends/deny', { body: { id: user.id } });
  await ask();
  await bob.client.POST('/api/friends/accept', { body: { id: user.id } });
  const { data: lists } = await client.GET('/api/friends');
  const chatId = must(lists?.friends[0]).chatId;
  for (const list of ['friends', 'incoming', 'outgoing', 'blocked'] as const) {
    await client.GET(`/api/friends/${list}`, { params: { query: { limit: 1 } } });
  }

  const seen = await useMessagesByPaths(client, bob.client, chatId);
  expect(seen.first).toMatchObject({ seq: 1, text: 'hello' });
  expect(seen.mutedUntil).toEqual(expect.any(String));
  await client.GET('/api/presence');
  await client.POST('/api/message/typing', { body: { chatId } });
  const { data: events } = await client.GET('/api/events', { parseAs: 'stream' });
  const reader = must(events).getReader();
  expect((await reader.read()).done).toBe(false);
  await reader.cancel();

  await client.POST('/api/report', { body: { userId: friend.id, reason: 'spam' } });
  await client.POST('/api/friends/block', { body: { id: friend.id } });
  await client.POST('/api/friends/unblock', { body: { id: friend.id } });
  await client.DELETE('/api/friends/{id}', { params: { path: { id: friend.id } } });
  await bob.client.DELETE('/api/account', { body: { confirm: 'bob@example.test' } });
  await client.POST('/api/auth/signout', { body: { csrfToken: await alice.csrf(), json: 'true' } });

  expect(log.missing()).toEqual(withoutPictures);
  expect(log.undocumented()).toEqual([]);
});

/** A browser's client of @hey-api/openapi-ts. */
function browseBySdk(log: CallLog) {
  const cookieFetch = createCookieFetch();
  const client = createClient({
    baseUrl: service.address,
    fetch: (input, init) => cookieFetch(new Request(input, init)),
  });
  client.interceptors.response.use((response, request, { url }) => {
    log.add(request.method, url, response.status);
    return response;
  });
  const csrf = async () => must((await sdk.readCsrfToken({ client })).data).csrfToken;
  return {
    client,
    csrf,
    async signIn(name: string, link?: 'true') {
      const body = { csrfToken: await csrf(), json: 'true', ...(link && { link }) };
      const begun = await sdk.beginSignIn({ client, path: provider, body });
      const query = await signInAt(idp.issuer, must(begun.data).url, name);
      await sdk.finishSignIn({ client, path: provider, query });
      return must((await sdk.readAccount({ client })).data);
    },
  };
}

it('the client of @hey-api/openapi-ts calls every operation', async () => {
  const log = createCallLog('social-app');
  const carol = browseBySdk(log);
  const dave = browseBySdk(log);
  const { client } = carol;

  await sdk.listProviders({ client });
  await sdk.showSignIn({ client });
  await sdk.showSignInError({ client });
  await sdk.showSignOut({ client });
  const { user } = await carol.signIn('carol');
  const friend = (await dave.signIn('dave')).user;
  const session = await sdk.readSession({ client });
  expect(session.data?.user.email).toBe('carol@example.test');
  await sdk.updateSession({ client, body: { csrfToken: await carol.csrf() } });

  await sdk.renameAccount({ client, body: { name: 'Carol' } });
  await sdk.chooseHandle({ client, body: { handle: 'carol_of_sdk' } });
  const { accounts } = await carol.signIn('third', 'true');
  const linked = must(accounts.find(({ email }) => email === 'third@example.test'));
  await sdk.unlinkAccount({ client, path: { id: linked.id } });
  const { sessions } = await browseBySdk(log).signIn('carol');
  const { id } = must(sessions.find(({ current }) => current));
  await sdk.endSession({ client, path: { id } });
  await sdk.endOtherSessions({ client });
  await sdk.exportAccount({ client });
  await sdk.readPicture({ client, path: { personId: friend.id, version: '0'.repeat(32) } });
  await sdk.readSettings({ client });
  await sdk.changeSettings({ client, body: { typing: true } });
  await sdk.readPushKey({ client });
  await sdk.subscribeToPush({ client, body: subscription() });
  await sdk.unsubscribeFromPush({ client });

  const made = must((await sdk.createInvitation({ client, body: {} })).data);
  await sdk.openInvitation({ client: dave.client, body: { token: made.token } });
  await sdk.acceptInvitation({ client: dave.client, body: { token: made.token } });
  await sdk.listInvitations({ client });
  const held = { token: (await sdk.createInvitation({ client, body: {} })).data!.token };
  await sdk.reportInviter({ client: dave.client, body: { ...held, reason: 'spam' } });
  await sdk.blockInviter({ client: dave.client, body: held });
  await sdk.unblockPerson({ client: dave.client, body: { id: user.id } });
  await sdk.revokeInvitation({ client, path: { id: made.id } });
  await sdk.removeFriend({ client, path: { id: friend.id } });
  await sdk.giveHandleUp({ client });

  const ask = () => sdk.addFriend({ client, body: { email: 'dave@example.test' } });
  await ask();
  await sdk.cancelFriendRequest({ client, body: { id: friend.id } });
  await ask();
  await sdk.denyFriendRequest({ client: dave.client, body: { id: user.id } });
  await ask();
  await sdk.acceptFriendRequest({ client: dave.client, body: { id: user.id } });
  const { data: lists } = await sdk.listFriends({ client });
  const { chatId } = must(lists?.friends[0]);
  await sdk.listMoreFriends({ client, query: { limit: 1 } });
  await sdk.listIncomingRequests({ client });
  await sdk.listOutgoingRequests({ client });
  await sdk.listBlockedPeople({ client });

  const seen = await useMessagesBySdk(client, dave.client, chatId);
  expect(seen.first).toMatchObject({ seq: 1, text: 'hello' });
  expect(seen.mutedUntil).toMatch(/^9999-/);
  await sdk.listOnlineFriends({ client });
  await sdk.signalTyping({ client, body: { chatId } });
  const { stream } = await sdk.streamEvents({ client, sseMaxRetryAttempts: 1 });
  for await (const event of stream) {
    expect(event).toBeDefined();
    // This client calls no interceptor for the response of a stream.
    log.add('GET', '/api/events', 200);
    break;
  }

  await sdk.reportPerson({ client, body: { userId: friend.id, reason: 'spam' } });
  await sdk.blockPerson({ client, body: { id: friend.id } });
  await sdk.unblockPerson({ client, body: { id: friend.id } });
  await sdk.removeFriend({ client, path: { id: friend.id } });
  await sdk.eraseAccount({ client: dave.client, body: { confirm: 'dave@example.test' } });
  await sdk.signOut({ client, body: { csrfToken: await carol.csrf(), json: 'true' } });

  expect(log.missing()).toEqual(withoutPictures);
  expect(log.undocumented()).toEqual([]);
});
