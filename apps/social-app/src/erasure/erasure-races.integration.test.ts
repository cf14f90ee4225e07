import { openLockSession } from '@triptych/postgres/testing';
import { callRoute, documentedRoutes } from '../testing/documented-routes.js';
import { openPostgresApp } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import type { Reply } from '../testing/test-app.js';

let world: Awaited<ReturnType<typeof openPostgresApp>>;
beforeAll(async () => {
  world = await openPostgresApp();
});
afterAll(() => world.close());

const rounds = 15;
const erase = (me: SignedInUser) => world.delete(me, '/api/account', { confirm: me.email });

/** What the other one's log and lists must be, whatever came first. */
async function expectWhole(gone: SignedInUser, left: SignedInUser) {
  expect(await world.query('SELECT 1 FROM users WHERE id = $1::uuid', [gone.id])).toEqual([]);
  const relations = await world.query(
    'SELECT 1 FROM relations WHERE lo_id = $1::uuid OR hi_id = $1::uuid',
    [gone.id],
  );
  expect(relations).toEqual([]);
  const events = await world.query<{ seq: number }>(
    'SELECT seq FROM events WHERE user_id = $1::uuid ORDER BY seq',
    [left.id],
  );
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const { body } = await world.get(left, '/api/friends');
  expect(body).toMatchObject({ friends: [], incoming: [], outgoing: [] });
}

type Act = (alice: SignedInUser, bob: SignedInUser, chatId: string) => Promise<Reply>;

const acts: [string, Act][] = [
  [
    'a message to them',
    (_a, bob, chatId) => world.post(bob, '/api/message/send', { chatId, text: 'x' }),
  ],
  [
    'a message of theirs',
    (alice, _b, chatId) => world.post(alice, '/api/message/send', { chatId, text: 'x' }),
  ],
  ['a read mark', (_a, bob, chatId) => world.post(bob, '/api/message/read', { chatId, seq: 1 })],
  ['the end of the friendship', (alice, bob) => world.delete(bob, `/api/friends/${alice.id}`)],
  ['a block', (alice, bob) => world.post(bob, '/api/friends/block', { id: alice.id })],
];

it.each(acts)(
  'erasure against %s: either comes first, nothing is left half',
  async (_name, act) => {
    for (let round = 0; round < rounds; round += 1) {
      const { alice, bob, chatId } = await world.joinFriends();
      await world.post(alice, '/api/message/send', { chatId, text: 'first' });
      const [erased, response] = await Promise.all([erase(alice), act(alice, bob, chatId)]);
      expect(erased.status).toBe(200);
      expect([200, 401]).toContain(response.status);
      await expectWhole(alice, bob);
      const { body } = await world.get(bob, `/api/messages?chatId=${chatId}`);
      const { messages } = body as { messages: { seq: number }[] };
      expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
    }
  },
);

it('erasure against a request and its acceptance', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [alice, bob] = [await world.join(), await world.join()];
    const add = world.post(bob, '/api/friends/add', { email: alice.email });
    const [erased, asked, accepted] = await Promise.all([
      erase(alice),
      add,
      world.post(alice, '/api/friends/accept', { id: bob.id }),
    ]);
    expect(erased.status).toBe(200);
    expect([200, 400]).toContain(asked.status);
    expect([200, 400, 401]).toContain(accepted.status);
    await expectWhole(alice, bob);
  }
});

it('of both at once: no chat is left that nobody is in', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { alice, bob, chatId } = await world.joinFriends();
    await world.post(alice, '/api/message/send', { chatId, text: 'x' });
    const responses = await Promise.all([erase(alice), erase(bob)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await world.query('SELECT 1 FROM chats WHERE id = $1', [chatId])).toEqual([]);
  }
});

/** What erasing does up to its commit, in its order. */
const erasing = [
  'SELECT 1 FROM users WHERE id = $1 FOR UPDATE',
  'SELECT 1 FROM relations WHERE $1 IN (lo_id, hi_id) FOR UPDATE',
  'SELECT 1 FROM chats WHERE $1 IN (lo_id, hi_id) FOR UPDATE',
  'DELETE FROM relations WHERE $1 IN (lo_id, hi_id)',
  'DELETE FROM users WHERE id = $1',
];

it.each(['who is erased', 'a friend'])(
  'no route fails for %s when it comes between the last step of an erasure and its commit',
  async (who) => {
    const session = await openLockSession(world.databaseUrl);
    const routes = (await documentedRoutes(world.app)).filter(
      ({ path }) => !path.startsWith('/api/auth/') && path !== '/api/events',
    );
    const waits = `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
    const failed: unknown[] = [];
    let waited = 0;
    for (const route of routes) {
      const { alice, bob, chatId } = await world.joinFriends();
      await world.post(bob, '/api/message/send', { chatId, text: 'x' });
      const [caller, other] = who === 'a friend' ? [bob, alice] : [alice, bob];
      await session.query('BEGIN');
      for (const statement of erasing) await session.query(statement, [alice.id]);
      const given = { chatId, id: other.id, userId: other.id, seq: 1, email: other.email };
      let isOver = false;
      const reply = callRoute(world.app, route, caller, { ...given, confirm: caller.email });
      void reply.finally(() => (isOver = true));
      let isWaiting = false;
      while (!isOver && !isWaiting) isWaiting = (await world.query(waits)).length > 0;
      waited += Number(isWaiting);
      await session.query('COMMIT');
      const { status, text } = await reply;
      if (status >= 500) failed.push({ route: `${route.method} ${route.path}`, status, text });
    }
    await session.end();
    expect(failed).toEqual([]);
    expect(waited).toBeGreaterThan(5);
  },
);

it('none of that had to be untangled as a deadlock: everybody locks in one order', async () => {
  const [row] = await world.query<{ deadlocks: number }>(
    `SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
  );
  expect(row).toEqual({ deadlocks: 0 });
});
