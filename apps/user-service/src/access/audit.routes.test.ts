import {
  createTestApp,
  embeddedTestStores,
  type TestApp,
  type TestStores,
} from '../testing/test-app.js';

let test: TestStores;
let service: TestApp;
beforeAll(async () => {
  test = await embeddedTestStores();
});
beforeEach(async () => {
  await test.reset();
  service = await createTestApp({ ...test, close: async () => {} }, { API_KEYS: 'key' });
});
afterEach(() => service.close());
afterAll(() => test.close());

const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: unknown) =>
  service.app.inject({
    method,
    url,
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });
interface Entry {
  readonly id: string;
  readonly action: string;
  readonly key: string | null;
  readonly count: number;
}
const audit = async (query = '') =>
  (await send('GET', `/audit${query}`)).json<{ entries: Entry[]; cursor: string | null }>();

describe('GET /audit', () => {
  it('tells who changed what in which request, and names nobody', async () => {
    const imported = await send('POST', '/users:import', { FullName: 'N', Email: 'ann@b.co' });
    const { ID } = imported.json<{ ID: string }>();
    const patched = await send('PATCH', '/users/ann@b.co', { Email: 'eve@b.co' });
    const deleted = await send('DELETE', '/users/eve@b.co');
    await send('DELETE', '/users/eve@b.co');
    const made = await send('POST', '/keys', { name: 'secret name', scopes: ['read'] });
    const keyId = made.json<{ key: { id: string } }>().key.id;
    const entry = (action: string, subject: string, reply: typeof made) => ({
      id: expect.any(String),
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      action,
      key: 'environment',
      subject,
      requestId: reply.headers['x-request-id'],
      count: 1,
    });
    const reply = await send('GET', '/audit');
    expect(reply.json()).toEqual({
      entries: [
        entry('key.created', keyId, made),
        entry('user.deleted', ID, deleted),
        entry('user.updated', ID, patched),
        entry('user.imported', ID, imported),
      ],
      cursor: null,
    });
    expect(reply.body).not.toMatch(/@|secret name/);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('has refusals, by key where there is one, and not more than ten of an address', async () => {
    const made = await send('POST', '/keys', { name: 'x', scopes: ['read'] });
    const { key, secret } = made.json<{ key: { id: string }; secret: string }>();
    const lacking = await service.app.inject({
      url: '/events',
      headers: { authorization: `Bearer ${secret}` },
    });
    const guesses = [];
    for (let n = 0; n < 12; n += 1) {
      const headers = { authorization: `Bearer guess-${n}`, 'x-request-id': `guess-${n}` };
      guesses.push(await service.app.inject({ url: '/users', headers }));
    }
    expect(guesses.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(401));
    // A stop writes what was noted.
    await service.close();
    service = await createTestApp({ ...test, close: async () => {} }, { API_KEYS: 'key' });
    const { entries: scope } = await audit('?action=refused.scope');
    const requestId = lacking.headers['x-request-id'];
    expect(scope).toMatchObject([{ key: key.id, subject: null, requestId, count: 1 }]);
    const { entries: refused } = await audit('?action=refused.key');
    // With the refusal for want of a scope these are ten, and the other three are a count.
    const counts = refused.map(({ count }) => count).sort((one, other) => other - one);
    expect(counts).toEqual([3, ...Array<number>(9).fill(1)]);
    expect(new Set(refused.map(({ key: none }) => none))).toEqual(new Set([null]));
    expect(await audit(`?key=${key.id}`)).toMatchObject({ entries: [{ action: 'refused.scope' }] });
  });

  it('leads from page to page, the newest first', async () => {
    for (const name of ['a', 'b', 'c']) await send('POST', '/keys', { name, scopes: ['read'] });
    const whole = await audit();
    const first = await audit('?limit=2&action=key.created&key=environment');
    expect(first).toEqual({ entries: whole.entries.slice(0, 2), cursor: whole.entries[1]!.id });
    const rest = await audit(`?limit=2&after=${first.cursor}`);
    expect(rest).toEqual({ entries: whole.entries.slice(2), cursor: null });
  });

  it.each(['limit=0', 'after=x', 'action=user.read', `key=${'x'.repeat(37)}`, 'key=%00', 'key='])(
    'responds 400 to %s',
    async (query) => {
      const reply = await send('GET', `/audit?${query}`);
      expect(reply.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
    },
  );
});
