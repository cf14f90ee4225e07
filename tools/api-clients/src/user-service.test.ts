import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startLocalInbox, type LocalInbox } from '@triptych/local-inbox';
import { serviceProcesses, type ServiceProcess } from '@triptych/testing';
import createOpenapiFetch from 'openapi-fetch';
import { createClient } from './generated/user-service/client/index.js';
import * as sdk from './generated/user-service/sdk.gen.js';
import type { paths } from './generated/user-service.paths.js';
import { createCallLog } from './operations.js';

const main = new URL('../../../apps/user-service/src/main.ts', import.meta.url);
const { launch, endAll } = serviceProcesses(main);
const key = 'a-key-that-only-this-test-knows';
const data = mkdtempSync(join(tmpdir(), 'user-service-'));

let service: ServiceProcess;
let receiver: Server;
let hook: string;
let inbox: LocalInbox;
beforeAll(async () => {
  receiver = createServer((_request, response) => response.writeHead(204).end());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  hook = `http://127.0.0.1:${port}/`;
  inbox = await startLocalInbox({ port: 0 });
  service = await launch({
    API_KEYS: key,
    DATA_DIR: data,
    WEBHOOK_KEYS: key.repeat(2),
    OUTBOUND_ALLOW_HOSTS: `127.0.0.1:${port}`,
    SMTP_URL: inbox.smtpUrl,
    MAIL_FROM: 'noreply@example.org',
    PUBLIC_URL: 'https://users.example.org',
  });
});
afterAll(async () => {
  await service.stop();
  endAll();
  await inbox.close();
  receiver.close();
  rmSync(data, { recursive: true });
});

const person = (name: string) => ({ FullName: name, Email: `${name}@example.org` });

/** What comes behind the path in the link of the mail that the registration sends. */
async function linkTo(email: string): Promise<string> {
  for (;;) {
    const mail = inbox.mails.find(({ to }) => to.includes(email));
    if (mail) return /\/users\/verification\/([\w-]+)/.exec(mail.text)![1]!;
    await pause(20);
  }
}

it('openapi-fetch calls every operation', async () => {
  const log = createCallLog('user-service');
  const headers = { authorization: `Bearer ${key}` };
  const client = createOpenapiFetch<paths>({ baseUrl: service.address, headers });
  client.use({
    onResponse: ({ request, response, schemaPath }) =>
      log.add(request.method, schemaPath, response.status),
  });
  const ada = person('ada');
  const email = ada.Email;

  await client.GET('/', { headers: { 'content-type': 'application/json' } });
  const registered = await client.POST('/users', { body: ada });
  expect(registered.data?.data.Email).toBe(email);
  const found = await client.GET('/users/{email}', { params: { path: { email } } });
  expect(found.data).toEqual(registered.data);
  const listed = await client.GET('/users', { params: { query: { limit: 10 } } });
  expect(listed.data?.data).toContainEqual({ ...registered.data?.data, EmailVerifiedAt: null });
  await client.PATCH('/users/{email}', { params: { path: { email } }, body: { Phone: '1' } });
  await client.GET('/users:export', { parseAs: 'text' });
  const asked = await client.POST('/users/verification', { body: { Email: email } });
  expect(asked.response.status).toBe(202);
  const link = { params: { path: { link: await linkTo(email) } }, parseAs: 'text' } as const;
  expect((await client.GET('/users/verification/{link}', link)).data).toContain('<button>');
  const pressed = await client.POST('/users/verification/{link}', link);
  expect(pressed.data).toContain('The address is confirmed');
  const imported = await client.POST('/users:import', {
    body: JSON.stringify(person('bob')),
    headers: { 'content-type': 'application/x-ndjson' },
    bodySerializer: (body) => body,
    parseAs: 'text',
  });
  expect(imported.data).toContain('"status":200');
  await client.DELETE('/users/{email}', { params: { path: { email } } });
  const events = await client.GET('/events', { params: { query: { limit: 1000 } } });
  expect(events.data).toHaveProperty('events.0.type', 'user.registered');
  const made = await client.POST('/keys', { body: { name: 'ada', scopes: ['read'] } });
  const id = made.data!.key.id;
  const rotation = { params: { path: { id } }, body: { overlap: 60 } };
  const rotated = await client.POST('/keys/{id}/rotate', rotation);
  expect(rotated.data?.replaced.id).toBe(id);
  await client.DELETE('/keys/{id}', { params: { path: { id } } });
  const keys = await client.GET('/keys', { params: { query: { limit: 10 } } });
  expect(keys.data?.keys.map(({ name }) => name)).toEqual(['ada', 'ada']);
  const created = await client.POST('/webhooks', { body: { url: hook } });
  const webhook = { params: { path: { id: created.data!.webhook.id } } };
  const tested = await client.POST('/webhooks/{id}/test', webhook);
  expect(tested.data?.reason).toBe('status_204');
  const secret = await client.POST('/webhooks/{id}/rotate', { ...webhook, body: { overlap: 60 } });
  expect(secret.data?.secret).toMatch(/^whsec_/);
  const { cursor } = created.data!.webhook;
  const replay = { ...webhook, body: { after: cursor } };
  expect((await client.POST('/webhooks/{id}/replay', replay)).data?.cursor).toBe(cursor);
  const deliveries = await client.GET('/webhooks/{id}/deliveries', webhook);
  expect(deliveries.data?.deliveries[0]?.event).toBe(tested.data?.event);
  const hooks = await client.GET('/webhooks');
  expect(hooks.data?.webhooks).toHaveLength(1);
  await client.DELETE('/webhooks/{id}', webhook);
  const audit = await client.GET('/audit', { params: { query: { action: 'key.ended' } } });
  expect(audit.data?.entries).toMatchObject([{ subject: id, key: 'environment' }]);

  const linus = { userName: 'linus@example.org', externalId: 'l' };
  const provisioned = await client.POST('/scim/v2/Users', { body: linus });
  const scim = { params: { path: { id: provisioned.data!.id } } };
  const one = await client.GET('/scim/v2/Users/{id}', scim);
  expect(one.data).toEqual(provisioned.data);
  const query = { filter: 'externalId eq "l"' };
  const page = await client.GET('/scim/v2/Users', { params: { query } });
  expect(page.data?.Resources).toEqual([provisioned.data]);
  const same = await client.POST('/scim/v2/Users/.search', { body: query });
  expect(same.data).toEqual(page.data);
  await client.PUT('/scim/v2/Users/{id}', { ...scim, body: { ...linus, active: false } });
  const Operations = [{ op: 'replace', path: 'active', value: true }];
  const patched = await client.PATCH('/scim/v2/Users/{id}', { ...scim, body: { Operations } });
  expect(patched.data?.active).toBe(true);
  await client.DELETE('/scim/v2/Users/{id}', scim);
  await client.GET('/scim/v2/ServiceProviderConfig');
  const schemas = await client.GET('/scim/v2/Schemas');
  expect(schemas.data?.totalResults).toBe(1);
  const schema = 'urn:ietf:params:scim:schemas:core:2.0:User';
  await client.GET('/scim/v2/Schemas/{id}', { params: { path: { id: schema } } });
  await client.GET('/scim/v2/ResourceTypes');
  await client.GET('/scim/v2/ResourceTypes/{id}', { params: { path: { id: 'User' } } });

  expect(log.missing()).toEqual([]);
  expect(log.undocumented()).toEqual([]);
});

it('the client of @hey-api/openapi-ts calls every operation', async () => {
  const log = createCallLog('user-service');
  const client = createClient({ baseUrl: service.address, auth: key, throwOnError: true });
  client.interceptors.response.use((response, request, { url }) => {
    log.add(request.method, url, response.status);
    return response;
  });
  const grace = person('grace');
  const path = { email: grace.Email };

  await sdk.greet({ client });
  const registered = await sdk.registerUser({ client, body: grace });
  expect(registered.data?.data.Email).toBe(grace.Email);
  const found = await sdk.readUserByEmail({ client, path });
  expect(found.data).toEqual(registered.data);
  const listed = await sdk.listUsers({ client, query: { limit: 10 } });
  expect(listed.data?.data).toContainEqual({ ...registered.data?.data, EmailVerifiedAt: null });
  await sdk.changeUser({ client, path, body: { Phone: '1' } });
  await sdk.exportUsers({ client, parseAs: 'text' });
  const asked = await sdk.requestVerification({ client, body: { Email: grace.Email } });
  expect(asked.response.status).toBe(202);
  const mailed = { link: await linkTo(grace.Email) };
  const link = { client, path: mailed, parseAs: 'text' } as const;
  expect((await sdk.openVerification(link)).data).toContain('<button>');
  expect((await sdk.confirmVerification(link)).data).toContain('The address is confirmed');
  const imported = await sdk.importUsers({
    client,
    body: JSON.stringify(person('eve')),
    // Otherwise the client makes JSON of what is text already.
    bodySerializer: null,
    parseAs: 'text',
  });
  expect(imported.data).toContain('"status":200');
  await sdk.removeUser({ client, path });
  const events = await sdk.readEvents({ client, query: { limit: 1000 } });
  expect(events.data).toHaveProperty('cursor');
  const made = await sdk.createKey({ client, body: { name: 'grace', scopes: ['read'] } });
  const { id } = made.data!.key;
  const rotated = await sdk.rotateKey({ client, path: { id }, body: { overlap: 60 } });
  expect(rotated.data?.secret).toMatch(/^tus_/);
  await sdk.endKey({ client, path: { id } });
  const keys = await sdk.listKeys({ client });
  const created = await sdk.createWebhook({ client, body: { url: hook, types: ['user.deleted'] } });
  const webhook = { client, path: { id: created.data!.webhook.id } };
  const tested = await sdk.testWebhook(webhook);
  expect(tested.data?.outcome).toBe('delivered');
  await sdk.rotateWebhook({ ...webhook, body: {} });
  await sdk.replayWebhook({ ...webhook, body: {} });
  const deliveries = await sdk.listDeliveries({ ...webhook, query: { limit: 1 } });
  expect(deliveries.data?.deliveries).toHaveLength(1);
  const hooks = await sdk.listWebhooks({ client });
  expect(hooks.data?.webhooks[0]?.types).toEqual(['user.deleted']);
  await sdk.removeWebhook(webhook);
  const audit = await sdk.readAudit({ client, query: { limit: 1, action: 'key.ended' } });
  expect(audit.data?.entries).toMatchObject([{ action: 'key.ended', subject: id }]);
  expect(keys.data?.keys.at(-1)?.id).toBe(rotated.data?.key.id);

  const margaret = { userName: 'margaret@example.org' };
  const provisioned = await sdk.createScimUser({ client, body: margaret });
  const scim = { client, path: { id: provisioned.data!.id } };
  expect((await sdk.readScimUser(scim)).data).toEqual(provisioned.data);
  const filter = 'userName eq "margaret@example.org"';
  const page = await sdk.listScimUsers({ client, query: { filter } });
  expect(page.data?.Resources).toEqual([provisioned.data]);
  await sdk.searchScimUsers({ client, body: { filter } });
  await sdk.replaceScimUser({ ...scim, body: { ...margaret, active: false } });
  const Operations = [{ op: 'replace', value: { active: true } }];
  expect((await sdk.patchScimUser({ ...scim, body: { Operations } })).data?.active).toBe(true);
  await sdk.removeScimUser(scim);
  await sdk.readScimConfig({ client });
  await sdk.listScimSchemas({ client });
  await sdk.readScimSchema({ client, path: { id: 'urn:ietf:params:scim:schemas:core:2.0:User' } });
  await sdk.listScimResourceTypes({ client });
  await sdk.readScimResourceType({ client, path: { id: 'User' } });

  expect(log.missing()).toEqual([]);
  expect(log.undocumented()).toEqual([]);
});
