import { createTestApp, embeddedTestStores, type TestStores } from '../testing/test-app.js';

const key = 'a-key-that-only-this-test-knows-0001';

let test: TestStores;
beforeAll(async () => {
  test = await embeddedTestStores();
});
beforeEach(() => test.reset());
afterAll(() => test.close());

const start = (rateLimitMax = 0) =>
  createTestApp({ ...test, close: async () => {} }, { API_KEYS: key }, { rateLimitMax });

const ann = { FullName: 'Ann', Email: 'ann@example.org' };
const left = ({ headers }: { headers: Record<string, unknown> }) =>
  Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

describe('the limit of requests', () => {
  it('counts replies twice that reveal whether an address is registered', async () => {
    const { app, register, find } = await start(10);
    expect(left(await register(ann))).toBe(9);
    expect(left(await find(ann.Email))).toBe(8);
    expect(left(await find('nobody@example.org'))).toBe(6);
    expect(left(await register(ann))).toBe(4);
    expect(left(await register({ ...ann, Email: 'x' }))).toBe(3);
    await app.close();
  });

  it('counts the holder of an API key apart from the address, and no false key', async () => {
    const { app } = await start(10);
    const ask = (authorization?: string) =>
      app.inject({ url: '/', headers: authorization ? { authorization } : {} });
    expect(left(await ask())).toBe(9);
    expect(left(await ask(`Bearer ${key}`))).toBe(9);
    expect(left(await ask('Bearer one-that-was-made-up'))).toBe(8);
    await app.close();
  });

  it('responds 429 with the time to wait, and lets the service go on for others', async () => {
    const { app, register, find } = await start(3);
    await register(ann);
    await find('nobody@example.org');
    const refused = await find(ann.Email);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(refused.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = await app.inject({ url: `/users/${ann.Email}`, remoteAddress: '192.0.2.1' });
    expect(other.statusCode).toBe(200);
    await app.close();
  });
});

describe('the metrics of the service', () => {
  it('count registrations and look-ups by outcome, and name nobody', async () => {
    const { app, metrics, register, find } = await start();
    // What alerts go by is there before its first event, which is no increase for Prometheus otherwise.
    for (const name of ['user_registrations_total', 'user_lookups_total'])
      expect(await metrics()).toContain(`${name}{outcome="failed",service="test"} 0`);
    await register(ann);
    await register(ann);
    await register({ ...ann, Email: 'x' });
    await find(ann.Email);
    await find('nobody@example.org');
    const text = await metrics();
    const counted = (name: string, outcome: string) =>
      text.includes(`${name}{outcome="${outcome}",service="test"} 1`);
    expect(counted('user_registrations_total', 'registered')).toBe(true);
    expect(counted('user_registrations_total', 'email_taken')).toBe(true);
    expect(counted('user_registrations_total', 'invalid_payload')).toBe(true);
    expect(counted('user_lookups_total', 'found')).toBe(true);
    expect(counted('user_lookups_total', 'user_not_found')).toBe(true);
    expect(text).not.toContain('@');
    await app.close();
  });
});
