import {
  createTestApp,
  embeddedTestStores,
  type TestApp,
  type TestStores,
} from '../testing/test-app.js';
import { createSecret } from './api-key.js';
import { createApiKeys } from './api-keys.js';

const ann = { FullName: 'Ann Lee', Email: 'ann@example.org' };
/** The last column is `Allow` where there are no API keys: a path with a documented route is known, the others are not. */
const managed = [
  ['GET', '/users', 'POST'],
  ['GET', '/users:export', undefined],
  ['POST', '/users:import', undefined],
  ['PATCH', '/users/ann@example.org', 'GET, HEAD'],
  ['DELETE', '/users/ann@example.org', 'GET, HEAD'],
] as const;

let test: TestStores;
beforeAll(async () => {
  test = await embeddedTestStores();
});
beforeEach(() => test.reset());
afterAll(() => test.close());

describe.each([
  ['without API keys', undefined],
  ['with API keys and none sent', ''],
  ['with API keys and a wrong one', 'Bearer wrong'],
  ['with API keys and part of one', 'Bearer first-ke'],
  ['with API keys and one of another scheme', 'Basic first-key'],
  ['with API keys and both at once', 'Bearer first-key,second-key'],
  ['with stored keys alone and one that nobody made', `Bearer ${createSecret()}`],
])('%s', (_name, authorization) => {
  let service: TestApp;
  beforeAll(async () => {
    const open = { ...test, close: async () => {} };
    service = await createTestApp(
      open,
      authorization === undefined
        ? undefined
        : authorization.includes('tus_')
          ? { MANAGEMENT: true }
          : { API_KEYS: 'first-key,second-key', REQUIRE_API_KEY: false },
    );
  });
  afterAll(() => service.close());

  const refusal = (allow: string | undefined) => {
    if (authorization !== undefined) return { status: 401, code: 'api_key_required' };
    if (allow === undefined) return { status: 404, code: 'not_found' };
    return { status: 405, code: 'method_not_allowed' };
  };

  it.each(managed)('refuses %s %s', async (method, url, allow) => {
    const { status, code } = refusal(allow);
    const reply = await service.app.inject({
      method,
      url,
      headers: authorization ? { authorization } : {},
      ...(method === 'GET' ? {} : { payload: status === 401 ? '{' : 'one\ntwo' }),
    });
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({ status, code });
    expect(reply.headers.allow).toBe(status === 405 ? allow : undefined);
    expect(reply.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  });

  it('leaves the documented routes open', async () => {
    expect((await service.register(ann)).statusCode).toBe(200);
    expect((await service.find(ann.Email)).statusCode).toBe(200);
  });
});

describe('REQUIRE_API_KEY', () => {
  let service: TestApp;
  beforeAll(async () => {
    const open = { ...test, close: async () => {} };
    service = await createTestApp(open, {
      API_KEYS: 'first-key second-key',
      REQUIRE_API_KEY: true,
    });
  });
  afterAll(() => service.close());

  it('closes the documented routes as well, before anything of the request is read', async () => {
    for (const reply of [await service.register('{'), await service.find('nobody')]) {
      expect(reply.statusCode).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
    }
    expect((await service.app.inject('/')).statusCode).toBe(200);
  });

  it.each(['Bearer first-key', 'bearer second-key', 'BEARER  first-key '])(
    'lets %p in',
    async (authorization) => {
      expect((await service.register(ann, { authorization })).statusCode).toBe(200);
    },
  );

  it('keeps the Idempotency-Keys of two callers apart', async () => {
    const sent = (key: string) => ({ authorization: `Bearer ${key}`, 'idempotency-key': '1' });
    const bob = { ...ann, Email: 'bob@example.org' };
    expect((await service.register(ann, sent('first-key'))).statusCode).toBe(200);
    expect((await service.register(bob, sent('first-key'))).statusCode).toBe(422);
    expect((await service.register(bob, sent('second-key'))).json().data).toMatchObject(bob);
    expect((await service.register(ann, sent('first-key'))).json().data).toMatchObject(ann);
    expect(service.lines.join()).not.toMatch(/first-key|second-key/);
  });
});

describe('a caller', () => {
  it('has a name that stays when other keys come and go, and that is not the key', async () => {
    const nothing = { find: async () => null, noteUse: async () => {} };
    const named = async (list: string, key: string) =>
      (await createApiKeys(list, nothing, { warn: () => {} }).recognise(key))?.id;
    const name = await named('one', 'one');
    expect(await named('two,\n one', 'one')).toBe(name);
    expect(await named('two one', 'two')).not.toBe(name);
    expect(await named('two', 'one')).toBeUndefined();
    expect(name).toMatch(/^[0-9a-f]{16}$/);
  });
});
