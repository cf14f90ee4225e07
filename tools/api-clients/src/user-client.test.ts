import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalInbox, type LocalInbox } from '@triptych/local-inbox';
import { serviceProcesses, type ServiceProcess } from '@triptych/testing';
import {
  createUserClient,
  verifyWebhook,
  type UserClientOptions,
  type VerifiedWebhook,
} from '@triptych/user-client';
import { createCallLog } from './operations.js';

const main = new URL('../../../apps/user-service/src/main.ts', import.meta.url);
const { launch, endAll } = serviceProcesses(main);
const key = 'a-key-that-only-this-test-knows';
const data = mkdtempSync(join(tmpdir(), 'user-service-'));

let service: ServiceProcess;
let receiver: Server;
let hook: string;
let inbox: LocalInbox;
const secrets: string[] = [];
const received: VerifiedWebhook[] = [];
beforeAll(async () => {
  receiver = createServer((request, response) => {
    void buffer(request)
      .then((body) => verifyWebhook(body, request.headers, { secrets }))
      .then((webhook) => received.push(webhook))
      .then(
        () => response.writeHead(204).end(),
        () => response.writeHead(401).end(),
      );
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  inbox = await startLocalInbox({ port: 0 });
  const mails = { SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'noreply@example.org' };
  const env = { API_KEYS: key, DATA_DIR: data, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' };
  service = await launch({
    ...env,
    ...mails,
    PUBLIC_URL: 'https://users.example.org',
    WEBHOOK_KEYS: key.repeat(2),
  });
});
afterAll(async () => {
  await service.stop();
  endAll();
  await inbox.close();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(data, { recursive: true });
});

const clientOf = (options: Partial<UserClientOptions> = {}) =>
  createUserClient({ baseUrl: service.address, apiKey: key, ...options });

const person = (name: string) => ({ FullName: name, Email: `${name}@example.org` });

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

it('calls every operation', async () => {
  const log = createCallLog('user-service');
  const client = clientOf({
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      log.addUrl(init!.method!, (input as URL).href, response.status);
      return response;
    },
  });

  expect(await client.greet()).toBe('hello world');
  const ada = await client.registerUser(person('ada'));
  expect(await client.readUserByEmail(ada.Email)).toEqual(ada);
  const outcomes = await all(client.importUsers([person('bob'), person('ada'), person('eve')]));
  expect(outcomes).toEqual([
    { line: 1, status: 200, ID: expect.any(String) },
    { line: 2, status: 409, code: 'email_taken' },
    { line: 3, status: 200, ID: expect.any(String) },
  ]);
  const first = await client.listUsers({ limit: 2 });
  expect(first.users.map(({ FullName }) => FullName)).toEqual(['ada', 'bob']);
  const rest = await client.listUsers({ limit: 2, after: first.next! });
  expect(rest).toMatchObject({ users: [{ FullName: 'eve' }], next: null });
  const changed = await client.changeUser(ada.Email, { Phone: '1' });
  expect(changed).toEqual({ ...ada, Phone: '1', EmailVerifiedAt: null });
  const { users, cursor } = await client.exportUsers();
  const exported = await all(users);
  expect(exported.map(({ FullName, Phone }) => FullName + Phone)).toEqual(['ada1', 'bob', 'eve']);
  await client.requestVerification('nobody@example.org');

  const hooked = await client.createWebhook({ url: hook });
  secrets.push(hooked.secret);
  const { id } = hooked.webhook;
  const tested = await client.testWebhook(id);
  expect(tested).toMatchObject({ type: 'webhook.test', outcome: 'delivered' });
  const rotated = await client.rotateWebhook(id, { overlap: 60 });
  await client.testWebhook(id);
  secrets.splice(0, 1, rotated.secret);
  await client.testWebhook(id);
  expect(received.map(({ event }) => event.type)).toEqual(Array(3).fill('webhook.test'));
  expect(received[0]?.id).toBe(tested.event);
  expect((await client.replayWebhook(id, { after: cursor })).cursor).toBe(cursor);
  const deliveries = await client.listDeliveries(id, { limit: 1 });
  expect(deliveries.deliveries).toHaveLength(1);
  expect(await client.listWebhooks()).toHaveLength(1);
  await client.removeWebhook(id);

  await client.removeUser(ada.Email);
  const page = await client.readEvents({ after: cursor });
  expect(page.events).toMatchObject([{ type: 'user.deleted', subject: ada.ID }]);

  const made = await client.createKey({ name: 'ada', scopes: ['read'] });
  const renewed = await client.rotateKey(made.key.id);
  expect(renewed.replaced.id).toBe(made.key.id);
  await client.endKey(renewed.key.id);
  expect((await client.listKeys({ limit: 10 })).keys).toHaveLength(2);
  const audit = await client.readAudit({ action: 'key.ended' });
  expect(audit.entries).toMatchObject([{ subject: renewed.key.id }]);

  // Identity providers, which bring clients of their own, are who calls SCIM; whoever gets a mail opens its page.
  const others = / \/(users\/verification\/\{link\}|scim\/v2\/\S+): /;
  expect(log.missing().filter((name) => !others.test(name))).toEqual([]);
  expect(log.undocumented()).toEqual([]);
});

it('has the errors of the service', async () => {
  const client = clientOf();
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { code?: unknown }) => error.code,
    );
  await client.registerUser(person('zoe'), { idempotencyKey: 'k' });
  await client.registerUser(person('zoe'), { idempotencyKey: 'k' });
  expect(await codeOf(client.registerUser(person('zoe')))).toBe('email_taken');
  const reused = client.registerUser(person('ann'), { idempotencyKey: 'k' });
  expect(await codeOf(reused)).toBe('idempotency_key_reused');
  expect(await codeOf(client.readUserByEmail('nobody@example.org'))).toBe('user_not_found');
  expect(await codeOf(clientOf({ apiKey: 'wrong' }).listUsers())).toBe('api_key_required');
  expect(await codeOf(client.readEvents({ after: 'x' }))).toBe('invalid_cursor');
  const gone = client.readEvents({ after: '1-1-1-00000000' });
  expect(await codeOf(gone)).toBe('cursor_expired');
  await expect(client.registerUser({ FullName: 'a', Email: 'no' })).rejects.toMatchObject({
    code: 'invalid_payload',
    errors: [{ pointer: '/Email' }],
    requestId: expect.stringMatching(/./),
  });
});
