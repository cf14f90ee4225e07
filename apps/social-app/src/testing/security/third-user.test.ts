import { randomUUID } from 'node:crypto';
import {
  callRoute,
  comparable,
  documentedRoutes,
  type DocumentedRoute,
} from '../documented-routes.js';
import type { SignedInUser } from '../signed-in-user.js';
import { createTestApp, type TestApp } from '../test-app.js';

let world: TestApp;
let routes: DocumentedRoute[];
let alice: SignedInUser;
let bob: SignedInUser;
let mallory: SignedInUser;
let chatId: string;
let messageId: string;
const secret = 'between alice and bob';

beforeAll(async () => {
  world = await createTestApp();
  routes = (await documentedRoutes(world.app)).filter(({ path }) => !path.startsWith('/api/auth/'));
  ({ alice, bob, chatId } = await world.joinFriends());
  mallory = await world.join();
  const sent = await world.post(alice, '/api/message/send', { chatId, text: secret });
  messageId = sent.body.id as string;
});
afterAll(() => world.close());

const call = (route: DocumentedRoute, given: Record<string, unknown>) =>
  callRoute(world.app, route, mallory, given).then(comparable);

it('history IDOR, forged and reversed chatId: no route distinguishes a chat that is another’s from none', async () => {
  const own = routes.filter(({ fields }) => fields.has('chatId'));
  expect(own.length).toBeGreaterThanOrEqual(8);
  const foreign = [chatId, chatId.split('--').reverse().join('--')];
  const none = [
    `${randomUUID()}--${randomUUID()}`,
    [mallory.id, randomUUID()].sort().join('--'),
    [mallory.id, alice.id].sort().join('--'),
    `${mallory.id}--${mallory.id}`,
    `${chatId}--${mallory.id}`,
    chatId.toUpperCase(),
    'a--b',
    '--',
    'x'.repeat(3000),
  ];
  for (const route of own) {
    const name = `${route.method} ${route.path}`;
    const responses = [];
    for (const id of [...foreign, ...none])
      responses.push(await call(route, { chatId: id, text: 'x' }));
    expect({ name, statuses: new Set(responses.map(({ status }) => status)).size }).toEqual({
      name,
      statuses: 1,
    });
    expect([401, 403, 404]).toContain(responses[0]?.status);
    expect({ name, texts: new Set(responses.map(({ text }) => text)).size }).toEqual({
      name,
      texts: 1,
    });
  }
});

it('no id of another’s reveals anything, wherever it may be put', async () => {
  const places: [string, readonly string[]][] = [
    ['messageIds', [messageId]],
    ['messageId', [messageId]],
    ['id', [alice.id, bob.id, alice.sessionId, messageId]],
    ['userId', [alice.id]],
  ];
  for (const [field, ids] of places) {
    const value = (id: string) => (field.endsWith('s') ? [id] : id);
    // Blocking is for anyone who is there.
    const own = routes.filter(({ fields, path }) => fields.has(field) && !/(un)?block$/.test(path));
    for (const route of own) {
      const nobody = await call(route, { [field]: value(randomUUID()) });
      for (const id of ids) {
        const response = await call(route, { [field]: value(id) });
        expect({ route: route.path, response }).toEqual({ route: route.path, response: nobody });
      }
    }
  }
});

it('what one may read holds nothing of others', async () => {
  const readable = routes.filter(({ method, path }) => method === 'GET' && path !== '/api/events');
  expect(readable.length).toBeGreaterThanOrEqual(8);
  for (const route of readable) {
    const { text } = await callRoute(world.app, route, mallory, { q: 'between', list: 'friends' });
    for (const word of [secret, alice.id, bob.id, alice.email, messageId]) {
      expect(text).not.toContain(word);
    }
  }
});

it('the chat is as it was', async () => {
  const { body } = await world.get(bob, `/api/messages?chatId=${chatId}`);
  expect(body.messages).toMatchObject([{ id: messageId, text: secret, seq: 1 }]);
});
