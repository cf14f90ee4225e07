import {
  createTestApp,
  embeddedTestStores,
  tester,
  type TestApp,
  type TestStores,
} from '../testing/test-app.js';
import { scopes } from './api-key.js';
import { runKeyCommand } from './key-command.js';
import { createKeys, type Keys } from './keys.js';

let test: TestStores;
let service: TestApp;
let keys: Keys;
let admin: string;
beforeAll(async () => {
  test = await embeddedTestStores();
});
beforeEach(async () => {
  await test.reset();
  service = await createTestApp(
    { ...test, close: async () => {} },
    { MANAGEMENT: true, WEBHOOK_KEYS: 'k'.repeat(32) },
  );
  keys = createKeys(test.stores.keys);
  admin = (await keys.create({ name: 'first', scopes: ['admin'] }, tester)).secret;
});
afterEach(() => service.close());
afterAll(() => test.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = (secret: string, method: Method, url: string, payload?: unknown) =>
  service.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });
const create = async (draft: object) => {
  const reply = await send(admin, 'POST', '/keys', draft);
  expect(reply.statusCode).toBe(201);
  return reply.json<{ key: { id: string; ends: string | null }; secret: string }>();
};
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('a key', () => {
  it('is made with a secret that is shown once, and that no table, list or log holds', async () => {
    const { key, secret } = await create({ name: ' bo ', scopes: ['events', 'read'] });
    expect(key).toEqual({
      id: expect.any(String),
      name: 'bo',
      scopes: ['read', 'events'],
      created: expect.stringMatching(/^\d{4}-.*Z$/),
      ends: null,
      lastUsed: null,
    });
    const listed = await send(admin, 'GET', '/keys');
    expect(listed.json()).toMatchObject({ keys: [{ name: 'first' }, key], cursor: null });
    expect(listed.headers['cache-control']).toBe('no-store');
    const stored = JSON.stringify(await test.query('SELECT * FROM api_keys'));
    expect(listed.body + stored + service.lines.join()).not.toContain(secret);
  });

  it.each(scopes)('with scope %s opens its own routes and no other', async (scope) => {
    const { secret } = await create({ name: 'x', scopes: [scope] });
    const routes = [
      ['GET', '/users', 'read'],
      ['HEAD', '/users', 'read'],
      ['GET', '/users:export', 'read'],
      ['PATCH', '/users/x@b.co', 'write'],
      ['DELETE', '/users/x@b.co', 'write'],
      ['POST', '/users:import', 'write'],
      ['GET', '/events', 'events'],
      ['GET', '/keys', 'admin'],
      ['GET', '/audit', 'admin'],
      ['POST', '/keys', 'admin'],
      ['POST', '/keys/x/rotate', 'admin'],
      ['DELETE', '/keys/x', 'admin'],
      ['GET', '/webhooks', 'admin'],
      ['POST', '/webhooks', 'admin'],
      ['POST', '/webhooks/x/rotate', 'admin'],
      ['POST', '/webhooks/x/replay', 'admin'],
      ['POST', '/webhooks/x/test', 'admin'],
      ['GET', '/webhooks/x/deliveries', 'admin'],
      ['DELETE', '/webhooks/x', 'admin'],
    ] as const;
    for (const [method, url, wanted] of routes) {
      const payload = ['PATCH', 'POST'].includes(method) ? {} : undefined;
      const reply = await send(secret, method as Method, url, payload);
      if (wanted === scope) {
        expect(reply.statusCode).not.toBe(403);
        expect(reply.statusCode).not.toBe(401);
        continue;
      }
      expect(reply.statusCode).toBe(403);
      const header = `Bearer error="insufficient_scope", scope="${wanted}"`;
      expect(reply.headers['www-authenticate']).toBe(header);
      if (method !== 'HEAD') {
        const detail = `The API key lacks the scope "${wanted}".`;
        expect(reply.json()).toMatchObject({ status: 403, code: 'scope_missing', detail });
      }
    }
  });

  it('with scope read or write opens its documented route where those are closed', async () => {
    const closed = await createTestApp(
      { ...test, close: async () => {} },
      { MANAGEMENT: true, REQUIRE_API_KEY: true },
    );
    const statuses = async (...granted: string[]) => {
      const { secret } = await keys.create({ name: 'x', scopes: granted }, tester);
      const headers = { authorization: `Bearer ${secret}` };
      const posted = await closed.register({ FullName: 'A', Email: 'a@b.co' }, headers);
      const found = await closed.app.inject({ url: '/users/a@b.co', headers });
      return [posted.statusCode, found.statusCode];
    };
    expect(await statuses('write')).toEqual([200, 403]);
    expect(await statuses('read')).toEqual([403, 200]);
    expect(await statuses('events', 'admin')).toEqual([403, 403]);
    expect((await closed.find('a@b.co')).statusCode).toBe(401);
    await closed.close();
  });

  it('has an end, planned or by request, after which it is no key', async () => {
    const ends = inAnHour();
    const { key, secret } = await create({ name: 'x', scopes: ['read'], ends });
    expect(key.ends).toBe(ends);
    expect((await send(secret, 'GET', '/users')).statusCode).toBe(200);
    for (const again of [1, 2]) {
      const reply = await send(admin, 'DELETE', `/keys/${key.id}`);
      expect([again, reply.statusCode, reply.body]).toEqual([again, 204, '']);
    }
    // Another replica, which has never read the key.
    const other = await createTestApp({ ...test, close: async () => {} }, { MANAGEMENT: true });
    const headers = { authorization: `Bearer ${secret}` };
    const refused = await other.app.inject({ url: '/users', headers });
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    await other.close();
    const rotated = await send(admin, 'POST', `/keys/${key.id}/rotate`, {});
    expect(rotated.json()).toMatchObject({ status: 409, code: 'key_ended' });
  });

  it('is replaced by another, and both are valid for as long as the reply says', async () => {
    const { key, secret } = await create({ name: 'x', scopes: ['read'] });
    const reply = await send(admin, 'POST', `/keys/${key.id}/rotate`, { overlap: 60 });
    expect(reply.statusCode).toBe(201);
    const rotated = reply.json();
    expect(rotated.key).toMatchObject({ name: 'x', scopes: ['read'], ends: null });
    const overlap = Date.parse(rotated.replaced.ends) - Date.parse(rotated.key.created);
    expect([rotated.replaced.id, Math.round(overlap / 1000)]).toEqual([key.id, 60]);
    for (const each of [secret, rotated.secret]) {
      expect((await send(each, 'GET', '/users')).statusCode).toBe(200);
    }
    const day = (await send(admin, 'POST', `/keys/${rotated.key.id}/rotate`, {})).json();
    const usual = Date.parse(day.replaced.ends) - Date.parse(day.key.created);
    expect(Math.round(usual / 1000)).toBe(86_400);
  });

  it.each([
    ['no name', { name: ' ', scopes: ['read'] }, '/name'],
    ['a name with a line break', { name: 'a\nb', scopes: ['read'] }, '/name'],
    ['no scope', { name: 'x', scopes: [] }, '/scopes'],
    ['an end in the past', { name: 'x', scopes: ['read'], ends: '2020-01-01T00:00:00Z' }, '/ends'],
    [
      'an end on 30 February',
      { name: 'x', scopes: ['read'], ends: '2999-02-30T00:00:00Z' },
      '/ends',
    ],
    ['an end that is a day', { name: 'x', scopes: ['read'], ends: '2999-01-01' }, '/ends'],
  ])('is not made of %s', async (_what, draft, pointer) => {
    const reply = await send(admin, 'POST', '/keys', draft);
    expect(reply.json()).toMatchObject({
      status: 400,
      code: 'invalid_payload',
      errors: [{ pointer }],
    });
    expect(await test.query('SELECT 1 FROM api_keys')).toHaveLength(1);
  });

  it('that nobody has made is 404, to end and to rotate', async () => {
    for (const id of ['x', '%00', '00000000-0000-4000-8000-000000000000']) {
      for (const reply of [
        await send(admin, 'DELETE', `/keys/${id}`),
        await send(admin, 'POST', `/keys/${id}/rotate`, {}),
      ]) {
        expect(reply.json()).toMatchObject({ status: 404, code: 'key_not_found' });
      }
    }
  });

  it('is listed by pages', async () => {
    const made = await create({ name: 'second', scopes: ['read'] });
    const first = (await send(admin, 'GET', '/keys?limit=1')).json();
    expect(first).toMatchObject({ keys: [{ name: 'first' }], cursor: first.keys[0].id });
    const rest = (await send(admin, 'GET', `/keys?limit=1&after=${first.cursor}`)).json();
    expect(rest).toEqual({ keys: [made.key], cursor: null });
    expect((await send(admin, 'GET', '/keys?after=x')).statusCode).toBe(400);
  });

  it('has a quota of its own, and a guess costs two requests of the address', async () => {
    const limited = await createTestApp(
      { ...test, close: async () => {} },
      { MANAGEMENT: true },
      { rateLimitMax: 10 },
    );
    const left = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const reply = await limited.app.inject({ url: '/keys', headers });
      return Number(/r=(\d+)/.exec(String(reply.headers['ratelimit']))?.[1]);
    };
    expect(await left('guess')).toBe(8);
    // The first request of a key is its address's: nobody knows it yet.
    expect(await left(admin)).toBe(7);
    expect(await left(admin)).toBe(9);
    expect(await left('guess')).toBe(5);
    await limited.close();
  });
});

describe('the command', () => {
  const run = async (...parameters: string[]) => {
    const lines: string[] = [];
    await runKeyCommand(keys, parameters, (line) => lines.push(line));
    return lines.map((line) => JSON.parse(line));
  };

  it('makes, lists, rotates and ends keys', async () => {
    const [made] = await run('create', 'deploy', '--scopes', 'read,events', '--ends', inAnHour());
    expect((await send(made.secret, 'GET', '/users')).statusCode).toBe(200);
    const [rotated] = await run('rotate', made.key.id, '--overlap', '0');
    expect(rotated).toMatchObject({
      key: { name: 'deploy', scopes: ['read', 'events'], ends: made.key.ends },
      replaced: { id: made.key.id },
    });
    expect((await send(rotated.secret, 'GET', '/events')).statusCode).toBe(200);
    expect(await run('end', rotated.key.id)).toEqual([]);
    const listed = await run('list');
    expect(listed.map(({ name }) => name)).toEqual(['first', 'deploy', 'deploy']);
    expect(Date.parse(listed[2].ends)).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it.each([
    [[], 'usage: keys create'],
    [['create'], 'usage: keys create'],
    [['create', 'a', 'b', '--scopes', 'read'], 'usage: keys create'],
    [['create', 'a', '--scope', 'read'], 'usage: keys create'],
    [['create', 'a'], 'scopes must be some of read, write, events, admin'],
    [['create', 'a', '--scopes', 'read,all'], 'scopes must be some of'],
    [['rotate', 'a', '--overlap', 'x'], 'overlap must be 0 to 2592000 seconds'],
    [['rotate', 'a'], 'There is no API key with this id.'],
    [['end', 'a', 'b'], 'usage: keys create'],
    [['end', 'a'], 'There is no API key with this id.'],
  ])('refuses %j', async (parameters, reason) => {
    await expect(run(...parameters)).rejects.toThrow(reason);
  });
});
