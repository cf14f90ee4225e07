import type { AddressInfo } from 'node:net';
import { findWrongReplies } from '@triptych/service-host/testing';
import {
  compareReplies,
  provokePlatformReplies,
  recordReplies,
  type ValidRequest,
} from '@triptych/testing';
import { createSecret, hashOf } from './access/api-key.js';
import { createRecordingMailServer, mailConfig } from './testing/recording-mail-server.js';
import { createTestApp, embeddedTestStores, type TestStores } from './testing/test-app.js';
import { hashOfLink } from './verification/verification-link.js';

const authorization = 'Bearer key';
const ann = { FullName: 'Ann Lee', Email: 'ann@example.org' };
const bob = { FullName: 'Bob Ray', Email: 'bob@example.org' };
const json = { 'content-type': 'application/json' };

/** What gets past the hooks of each operation, so that what follows them is reached. */
const validRequests: Readonly<Record<string, ValidRequest>> = {
  registerUser: { headers: { authorization }, payload: ann },
  createKey: { headers: { authorization }, payload: { name: 'x', scopes: ['read'] } },
  rotateKey: { headers: { authorization }, payload: {} },
  createWebhook: { headers: { authorization }, payload: { url: 'http://127.0.0.1:9/' } },
  rotateWebhook: { headers: { authorization }, payload: {} },
  replayWebhook: { headers: { authorization }, payload: {} },
  requestVerification: { headers: { authorization }, payload: { Email: ann.Email } },
  changeUser: { headers: { authorization }, params: { email: ann.Email }, payload: {} },
  ...Object.fromEntries(
    ['createScimUser', 'replaceScimUser', 'patchScimUser', 'searchScimUsers'].map((id) => [
      id,
      { headers: { authorization }, payload: {} },
    ]),
  ),
};

const register = (payload: object, headers = {}) =>
  ({
    method: 'POST',
    url: '/users',
    headers: { authorization, ...json, ...headers },
    payload,
  }) as const;
const at = (method: 'GET' | 'PATCH' | 'DELETE', email: string, payload?: object) =>
  ({
    method,
    url: `/users/${email}`,
    headers: { authorization },
    ...(payload && { payload }),
  }) as const;

const keyId = '00000000-0000-4000-8000-000000000001';
/** Ended, so that it is found by its id alone. */
const endedId = '00000000-0000-4000-8000-000000000002';
const keys = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  ({
    method,
    url: `/keys${path}`,
    headers: { authorization },
    ...(payload && { payload }),
  }) as const;

const webhookId = '00000000-0000-4000-8000-000000000003';
const unreadableId = '00000000-0000-4000-8000-000000000005';
const webhooks = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  ({
    method,
    url: `/webhooks${path}`,
    headers: { authorization },
    ...(payload && { payload }),
  }) as const;
const scimId = '00000000-0000-4000-8000-000000000004';
const scim = (method: ScimMethod, path: string, payload?: object, headers = {}) =>
  ({
    method,
    url: `/scim/v2${path}`,
    headers: { authorization, ...headers },
    ...(payload && { payload }),
  }) as const;
type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const wrongVersion = { 'if-match': 'W/"x"' };
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const eve = { userName: 'eve@example.org' };
const scimRequests = [
  scim('GET', '/ServiceProviderConfig'), // readScimConfig 200
  scim('GET', '/ServiceProviderConfig?filter=x'), // readScimConfig 403
  scim('GET', '/Schemas'), // listScimSchemas 200
  scim('GET', '/Schemas?filter=x'), // listScimSchemas 403
  scim('GET', `/Schemas/${userSchema}`), // readScimSchema 200
  scim('GET', '/Schemas/x'), // readScimSchema 404
  scim('GET', '/ResourceTypes'), // listScimResourceTypes 200
  scim('GET', '/ResourceTypes?filter=x'), // listScimResourceTypes 403
  scim('GET', '/ResourceTypes/User'), // readScimResourceType 200
  scim('GET', '/ResourceTypes/x'), // readScimResourceType 404
  scim('GET', '/Users'), // listScimUsers 200
  scim('GET', '/Users?filter=x'), // listScimUsers 400
  scim('POST', '/Users/.search', {}), // searchScimUsers 200
  scim('POST', '/Users/.search', { filter: 'x' }), // searchScimUsers 400
  scim('POST', '/Users', {}), // createScimUser 400
  scim('POST', '/Users', eve), // createScimUser 201
  scim('POST', '/Users', eve), // createScimUser 409
  scim('GET', `/Users/${scimId}`), // readScimUser 200
  scim('GET', `/Users/${scimId}`, undefined, { 'if-none-match': '*' }), // readScimUser 304
  scim('GET', '/Users/x'), // readScimUser 404
  scim('PUT', `/Users/${scimId}`, { userName: 'x@example.org' }), // replaceScimUser 200
  scim('PUT', `/Users/${scimId}`, {}), // replaceScimUser 400
  scim('PUT', '/Users/x', eve), // replaceScimUser 404
  scim('PUT', `/Users/${scimId}`, eve), // replaceScimUser 409
  scim('PUT', `/Users/${scimId}`, eve, wrongVersion), // replaceScimUser 412
  scim('PATCH', `/Users/${scimId}`, { Operations: [{ op: 'add', value: {} }] }), // patchScimUser 200
  scim('PATCH', `/Users/${scimId}`, {}), // patchScimUser 400
  scim('PATCH', '/Users/x', { Operations: [{ op: 'add', value: {} }] }), // patchScimUser 404
  scim('PATCH', `/Users/${scimId}`, { Operations: [{ op: 'add', value: eve }] }), // 409
  scim('PATCH', `/Users/${scimId}`, { Operations: [{ op: 'add', value: {} }] }, wrongVersion), // 412
  scim('DELETE', `/Users/${scimId}`, undefined, wrongVersion), // removeScimUser 412
  scim('DELETE', `/Users/${scimId}`), // removeScimUser 204
  scim('DELETE', '/Users/x'), // removeScimUser 404
] as const;
const insertScimUser = `
  INSERT INTO users (id, email, full_name) VALUES ('${scimId}', 'scim@example.org', 'Scim')`;

/** Nobody listens there. */
const outbound = { WEBHOOK_KEYS: 'k'.repeat(32), OUTBOUND_ALLOW_HOSTS: '127.0.0.1:9' };
const target = { url: 'http://127.0.0.1:9/' };

const link = 'A'.repeat(43);
const verification = (method: 'GET' | 'POST', secret: string) =>
  ({ method, url: `/users/verification/${secret}`, headers: {} }) as const;
const asking = (Email: string) =>
  ({
    method: 'POST',
    url: '/users/verification',
    headers: { authorization },
    payload: { Email },
  }) as const;

/** Each line ends in the reply that it provokes. */
const requests = [
  { url: '/' }, // greet 200
  register(ann, { 'idempotency-key': 'k' }), // registerUser 200
  register(ann), // registerUser 409 email_taken
  register(bob, { 'idempotency-key': 'k' }), // registerUser 422 idempotency_key_reused
  register(bob, { 'idempotency-key': 'a b' }), // registerUser 400 invalid_idempotency_key
  register(bob), // registerUser 200
  at('GET', ann.Email), // readUserByEmail 200
  at('GET', 'nobody@example.org'), // readUserByEmail 404 user_not_found
  { url: '/users', headers: { authorization } }, // listUsers 200
  at('PATCH', ann.Email, { Phone: '1' }), // changeUser 200
  at('PATCH', ann.Email, { Email: bob.Email }), // changeUser 409 email_taken
  at('PATCH', 'nobody@example.org', {}), // changeUser 404 user_not_found
  { url: '/users:export', headers: { authorization } }, // exportUsers 200
  { method: 'POST', url: '/users:import', headers: { authorization } }, // importUsers 200
  at('DELETE', ann.Email), // removeUser 204
  { url: '/events', headers: { authorization } }, // readEvents 200
  { url: '/events?after=x', headers: { authorization } }, // readEvents 400 invalid_cursor
  { url: '/events?after=0-9-9-00000000', headers: { authorization } }, // readEvents 410
  at('DELETE', ann.Email), // removeUser 404 user_not_found
  keys('POST', '', { name: 'x', scopes: ['read'] }), // createKey 201
  keys('GET', ''), // listKeys 200
  keys('POST', `/${keyId}/rotate`, {}), // rotateKey 201
  keys('POST', `/${endedId}/rotate`, {}), // rotateKey 409 key_ended
  keys('POST', '/x/rotate', {}), // rotateKey 404 key_not_found
  keys('DELETE', `/${keyId}`), // endKey 204
  keys('DELETE', '/x'), // endKey 404 key_not_found
  webhooks('POST', '', target), // createWebhook 201
  webhooks('POST', '', { url: 'http://127.0.0.1/' }), // createWebhook 400 invalid_payload
  webhooks('POST', '', target), // createWebhook 409 too_many_webhooks
  webhooks('GET', ''), // listWebhooks 200
  webhooks('POST', `/${webhookId}/rotate`, {}), // rotateWebhook 201
  webhooks('POST', '/x/rotate', {}), // rotateWebhook 404 webhook_not_found
  webhooks('POST', `/${webhookId}/test`), // testWebhook 200
  webhooks('POST', '/x/test'), // testWebhook 404 webhook_not_found
  webhooks('POST', `/${unreadableId}/test`), // testWebhook 409 webhook_secret_unreadable
  webhooks('GET', `/${webhookId}/deliveries`), // listDeliveries 200
  webhooks('GET', '/x/deliveries'), // listDeliveries 404 webhook_not_found
  webhooks('POST', `/${webhookId}/replay`, {}), // replayWebhook 200
  webhooks('POST', `/${webhookId}/replay`, { after: 'x' }), // replayWebhook 400 invalid_cursor
  webhooks('POST', `/${webhookId}/replay`, { after: '0-9-9-00000000' }), // replayWebhook 410
  webhooks('POST', '/x/replay', {}), // replayWebhook 404 webhook_not_found
  webhooks('DELETE', `/${webhookId}`), // removeWebhook 204
  webhooks('DELETE', '/x'), // removeWebhook 404 webhook_not_found
  { url: '/audit', headers: { authorization } }, // readAudit 200
  ...scimRequests,
  asking(ann.Email), // requestVerification 202
  asking('x'), // requestVerification 400 invalid_payload
  verification('GET', link), // openVerification 200
  verification('GET', 'x'), // openVerification 404
  verification('POST', link), // confirmVerification 200
  verification('POST', link), // confirmVerification 404
] as const;

/** With no key, for the 401 of every operation that demands one. */
const anonymous = requests.map((request) => ({ ...request, headers: json }));

/** With a key for nothing, for the 403 of every operation that demands a scope. */
const powerless = createSecret();
const unentitled = requests.map((request) => ({
  ...request,
  headers: { authorization: `Bearer ${powerless}` },
}));
const insertKeys = `
  INSERT INTO api_keys (id, hash, name, scopes, ended_at) VALUES
    ('${keyId}', 'x', 'x', '{read}', NULL), ('${endedId}', 'y', 'y', '{read}', now()),
    (gen_random_uuid(), '${hashOf(powerless)}', 'z', '{}', NULL)`;
/** One fewer than there may be, all but one switched off. */
const insertWebhooks = `
  INSERT INTO webhooks (id, url, types, secrets, off_at)
  SELECT CASE n WHEN 1 THEN '${webhookId}' WHEN 2 THEN '${unreadableId}' ELSE gen_random_uuid() END,
    '${target.url}', '{}', CASE n WHEN 2 THEN '[{"sealed":"x"}]'::jsonb ELSE '[]' END, now()
  FROM generate_series(1, 99) AS n`;

/** For a user whom no other request removes. */
const insertLink = `
  WITH stored AS (
    INSERT INTO users (id, email, full_name) VALUES (gen_random_uuid(), 'ida@example.org', 'Ida') RETURNING id, email
  )
  INSERT INTO verification_links (hash, user_id, email, ends_at)
  SELECT '${hashOfLink(link)}', id, email, now() + interval '1 day' FROM stored`;

let test: TestStores;
beforeAll(async () => {
  test = await embeddedTestStores(true);
});
beforeEach(() => test.reset());
afterAll(() => test.close());

describe.each([
  ['without API keys', {}],
  ['with mails', mailConfig],
  ['with API keys for management', { API_KEYS: 'key', ...outbound, ...mailConfig }],
  [
    'with API keys on every route',
    { API_KEYS: 'key', REQUIRE_API_KEY: true, ...outbound, ...mailConfig },
  ],
])('%s', (_name, config) => {
  it('every documented reply of every operation is sent, and no other', async () => {
    const record = recordReplies();
    const opened = { ...test, close: async () => {} };
    const limits = { rateLimitMax: 700, prepare: record.prepare };
    const mails = { sender: createRecordingMailServer() };
    const service = await createTestApp(opened, config, limits, {}, mails);
    await test.query(insertKeys);
    await test.query(insertWebhooks);
    await test.query(insertScimUser);
    await test.query(insertLink);
    for (const request of [...requests, ...anonymous, ...unentitled])
      await service.app.inject(request);
    await provokePlatformReplies(
      service.app,
      record,
      ({ id }) => validRequests[id] ?? { headers: { authorization } },
    );
    expect(compareReplies(service.app, record)).toEqual({ unprovoked: [], undocumented: [] });
    await service.close();
  });
});

it('messages that no library sends get the reply that HTTP demands', async () => {
  const { app, close } = await createTestApp({ ...test, close: async () => {} });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  expect(await findWrongReplies(port, '/openapi.json')).toEqual([]);
  await close();
});
