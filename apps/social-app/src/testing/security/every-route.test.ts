import { callRoute, documentedRoutes, type DocumentedRoute } from '../documented-routes.js';
import type { SignedInUser } from '../signed-in-user.js';
import { createTestApp, type TestApp } from '../test-app.js';

let world: TestApp;
let routes: DocumentedRoute[];
let alice: SignedInUser;
beforeAll(async () => {
  world = await createTestApp();
  routes = await documentedRoutes(world.app);
  alice = await world.join();
});
afterAll(() => world.close());

const behindSession = () => routes.filter(({ path }) => !path.startsWith('/api/auth/'));
const streams = (path: string) => path === '/api/events';
/** A picture has another address when it is another, and a kept file is asked about; their tests are beside them. */
const files = (path: string) => /^\/api\/(pictures|attachments)\//.test(path);
const safe = ['GET', 'HEAD'];
const unsafe = () => routes.filter(({ method }) => !safe.includes(method));

/** The reply to a HEAD request has no body that could say more than its status. */
function isUnauthenticated({ method }: DocumentedRoute, text: string): void {
  if (method === 'HEAD') expect(text).toBe('');
  else expect(JSON.parse(text)).toMatchObject({ code: 'unauthenticated' });
}

it('authentication comes first on every route: 401 before anything is looked at', async () => {
  for (const route of behindSession()) {
    const { status, text } = await callRoute(world.app, route, null);
    expect({ route: route.path, status }).toEqual({ route: route.path, status: 401 });
    isUnauthenticated(route, text);
  }
});

it('a request that names whom it is meant for is 401 in the session of anybody else', async () => {
  const bob = await world.join();
  for (const route of behindSession()) {
    const isStream = streams(route.path);
    const named = isStream
      ? await callRoute(world.app, route, alice, { 'expected-user': bob.id })
      : await callRoute(world.app, route, alice, {}, { 'expected-user': bob.id });
    expect({ route: route.path, status: named.status }).toEqual({ route: route.path, status: 401 });
    isUnauthenticated(route, named.text);
  }
  const mine = await world.app.inject({
    url: '/api/account',
    headers: { cookie: alice.cookie, 'expected-user': alice.id },
  });
  expect(mine.statusCode).toBe(200);
});

it('no reply to a person is kept by a cache', async () => {
  const { alice: asking, bob, chatId } = await world.joinFriends();
  const given = { chatId, id: bob.id, userId: bob.id, q: 'word' };
  const reads = behindSession().filter(
    ({ method, path }) => method === 'GET' && !streams(path) && !files(path),
  );
  expect(reads.length).toBeGreaterThan(8);
  for (const route of reads) {
    const { status, headers } = await callRoute(world.app, route, asking, given);
    expect({ route: route.path, status }).toEqual({ route: route.path, status: 200 });
    expect(headers['cache-control']).toBe('no-store');
  }
});

it.each<Record<string, string>>([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.test' },
  { origin: 'null' },
])(
  'CSRF on JSON POST with cookies: %j is refused by every route that changes something',
  async (headers) => {
    expect(unsafe().length).toBeGreaterThan(15);
    for (const route of unsafe()) {
      const { status, text } = await callRoute(world.app, route, alice, {}, headers);
      expect({ route: route.path, status }).toEqual({ route: route.path, status: 403 });
      expect(JSON.parse(text)).toMatchObject({ code: 'cross_origin' });
    }
    expect((await world.get(alice, '/api/account')).status).toBe(200);
  },
);

it('CSRF on JSON POST with cookies: a body that a form could send is 415', async () => {
  for (const { method, path, operation } of unsafe()) {
    if (path.startsWith('/api/auth/') || !operation.requestBody) continue;
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const response = await world.app.inject({
        method,
        url: path,
        headers: { cookie: alice.cookie, 'content-type': type },
        payload: '{}',
      });
      expect({ path, status: response.statusCode }).toEqual({ path, status: 415 });
    }
  }
});

it('error leakage: a fault of the database shows its number alone', async () => {
  await world.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'inner words'; END $$`);
  await world.query(`CREATE TRIGGER fail BEFORE INSERT ON relations
    FOR EACH ROW EXECUTE FUNCTION fail()`);
  const bob = await world.join();
  const response = await world.post(alice, '/api/friends/add', { email: bob.email });
  expect(response).toEqual({
    status: 500,
    body: {
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      code: 'internal_error',
      requestId: expect.any(String),
    },
  });
  expect(world.lines.join('')).not.toContain(bob.email);
  await world.query('DROP TRIGGER fail ON relations');
});
