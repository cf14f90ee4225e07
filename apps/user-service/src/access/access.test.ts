import {
  createTestApp,
  embeddedTestStores,
  type TestApp,
  type TestStores,
} from '../testing/test-app.js';
import { createApiKeys } from './api-keys.js';

const ann = { FullName: 'Ann Lee', Email: 'ann@example.org' };
const managed = [
  ['GET', '/users'],
  ['GET', '/users:export'],
  ['POST', '/users:import'],
  ['PATCH', '/users/ann@example.org'],
  ['DELETE', '/users/ann@example.org'],
] as const;

let test: TestStores;
beforeAll(async () => {
  test = await embeddedTestStores();
}, 60_000);
beforeEach(() => test.reset());
afterAll(() => test.close());

describe.each([
  ['without API keys', undefined, 404],
  ['with API keys and none given', '', 401],
  ['with API keys and a wrong one', 'Bearer wrong', 401],
  ['with API keys and part of one', 'Bearer first-ke', 401],
  ['with API keys and one of another scheme', 'Basic first-key', 401],
  ['with API keys and both at once', 'Bearer first-key,second-key', 401],
])('%s', (_name, authorization, status) => {
  let service: TestApp;
  beforeAll(async () => {
    const open = { ...test, close: async () => {} };
    service = await createTestApp(
      open,
      authorization === undefined
        ? undefined
        : { API_KEYS: 'first-key,second-key', REQUIRE_API_KEY: false },
    );
  });
  afterAll(() => service.close());

  it.each(managed)(`%s %s is ${status}`, async (method, url) => {
    const reply = await service.app.inject({
      method,
      url,
      headers: authorization ? { authorization } : {},
      ...(method === 'GET' ? {} : { payload: status === 401 ? '{' : 'one\ntwo' }),
    });
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({
      status,
      code: status === 401 ? 'api_key_required' : 'not_found',
    });
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

  it('closes the documented routes as well, before anything of the request is looked at', async () => {
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
  it('has a name that stays when other keys come and go, and that is not the key', () => {
    const name = createApiKeys('one').recognise('one');
    expect(createApiKeys('two,\n one').recognise('one')).toBe(name);
    expect(createApiKeys('two one').recognise('two')).not.toBe(name);
    expect(createApiKeys('two').recognise('one')).toBeNull();
    expect(name).toMatch(/^[0-9a-f]{16}$/);
  });
});
