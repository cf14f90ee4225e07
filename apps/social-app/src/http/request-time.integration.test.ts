import { openDatabase } from '@triptych/postgres';
import { callRoute, documentedRoutes, type DocumentedRoute } from '../testing/documented-routes.js';
import { createPostgres, createPostgresApp } from '../testing/postgres-app.js';
import { openSlowLink, type SlowLink } from '../testing/slow-link.js';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';

// One deadline for all statements of a request (ADR 0033), on a database whose every reply is late.

const timeoutMs = 1000;
const log = { info: () => {}, warn: () => {} };
const connections = 20;

let postgres: { url: string; drop: () => Promise<void> };
let link: SlowLink;
/** With a deadline; the other one, without, makes what is there before. */
let world: TestApp;
let patient: TestApp;
let routes: DocumentedRoute[];
beforeAll(async () => {
  postgres = await createPostgres();
  patient = await createPostgresApp(postgres.url);
  link = await openSlowLink(postgres.url);
  const database = await openDatabase({
    ...{ url: `${link.url}?connection_limit=${connections}`, dataDir: '', log, timeoutMs },
    ...{ applicationName: 'social-app', migrationsDir },
  });
  world = await createTestApp({ database, config: { DATABASE_TIMEOUT_MS: timeoutMs } });
  routes = await documentedRoutes(world.app);
});
afterAll(async () => {
  await world.close();
  await patient.close();
  await link.close();
  await postgres.drop();
});
// To connect by a slow link would take most of the time.
beforeEach(async () => {
  link.delay = 0;
  const connect = () =>
    Promise.all(Array.from({ length: connections }, () => world.query('SELECT pg_sleep(0.2)')));
  // What goes on after its hook would hold up the whole suite.
  const until = performance.now() + 50_000;
  while (!(await connect().catch(() => null)))
    if (performance.now() > until) throw new Error('the slow link lets nobody connect');
});

/** Their replies begin at once, and last. */
const lasting = new Set(['/api/events', '/api/account/export']);

it('every route replies within one deadline, however many statements it sends', async () => {
  const asked = routes.filter(({ path }) => !lasting.has(path));
  const replies = [];
  while (asked.length > 0) {
    link.delay = 0;
    const { alice, bob, chatId } = await patient.joinFriends();
    const given = { chatId, id: bob.id, userId: bob.id, confirm: alice.email, email: bob.email };
    const call = async (route: DocumentedRoute) => {
      const began = performance.now();
      const { status } = await callRoute(world.app, route, alice, given);
      return { path: route.path, status, took: performance.now() - began };
    };
    link.delay = timeoutMs * 0.85;
    replies.push(...(await Promise.all(asked.splice(0, 8).map(call))));
  }
  // Far above the deadline, and less than all statements of the longest routes take.
  expect(replies.filter(({ took }) => took > timeoutMs * 5)).toEqual([]);
  // Of each that sends a second statement, that one was ended.
  const ended = replies.filter(({ status }) => status === 503 || status === 500);
  expect(ended.length).toBeGreaterThan(15);
});

it('what passes between two statements does not count', async () => {
  const alice = await patient.join();
  link.delay = timeoutMs * 0.2;
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from('{"name":'));
      await new Promise((resolve) => setTimeout(resolve, timeoutMs));
      controller.enqueue(Buffer.from('"Slowly"}'));
      controller.close();
    },
  });
  const headers = { cookie: alice.cookie, 'content-type': 'application/json' };
  const request = { method: 'PATCH', headers, body, duplex: 'half' } as RequestInit;
  expect((await fetch(`${address}/api/account`, request)).status).toBe(200);
});
