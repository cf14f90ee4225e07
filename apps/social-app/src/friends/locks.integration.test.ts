// Each row lock, seen from a second connection that holds the row: whoever takes the lock waits, and others do not.
import { type LockSession, openLockSession } from '@triptych/postgres/testing';
import { openDatabase } from '@triptych/postgres';
import { createPostgres } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, migrationsDir, type Reply, type TestApp } from '../testing/test-app.js';

let place: Awaited<ReturnType<typeof createPostgres>>;
let world: TestApp;
let session: LockSession;
beforeAll(async () => {
  place = await createPostgres();
  // No time of the connection ends what a test has to see waiting.
  const options = { url: place.url, timeoutMs: 120_000, dataDir: 'unused', migrationsDir };
  const log = { info: () => {}, warn: () => {} };
  world = await createTestApp({
    database: await openDatabase({ ...options, applicationName: 'social-app-test', log }),
  });
});
beforeEach(async () => {
  session = await openLockSession(place.url);
});
afterEach(() => session.end());
afterAll(async () => {
  await world.close();
  await place.drop();
});

const send = '/api/message/send';
const holdUser = async ({ id }: SignedInUser, strength: string) => {
  await session.query('BEGIN');
  await session.query(`SELECT 1 FROM users WHERE id = $1 FOR ${strength}`, [id]);
};
const holdPair = async (one: SignedInUser, other: SignedInUser, strength: string) => {
  await session.query('BEGIN');
  const pair = [one.id, other.id].sort();
  const sql = `SELECT 1 FROM relations WHERE lo_id = $1 AND hi_id = $2 FOR ${strength}`;
  expect(await session.query(sql, pair)).toHaveLength(1);
};
/** The reply that the request has once the held row is free. */
async function afterWaiting(request: Promise<Reply>, text: string): Promise<Reply> {
  await session.untilBlocking(text);
  await session.query('COMMIT');
  return request;
}
const strangers = async () => [await world.join(), await world.join()] as const;

it('requests of one user run one after another', async () => {
  const [alice, bob] = await strangers();
  // A foreign key to the user does not wait for this one.
  await holdUser(alice, 'NO KEY UPDATE');
  const asked = world.post(alice, '/api/friends/add', { email: bob.email });
  expect((await afterWaiting(asked, 'FOR NO KEY UPDATE')).status).toBe(200);
});

it.each(['/api/friends/add', '/api/friends/block', '/api/friends/unblock'])(
  '%s locks both people before anything that refers to them',
  async (path) => {
    const [alice, bob] = await strangers();
    await holdUser(bob, 'UPDATE');
    const changed = world.post(alice, path, { email: bob.email, id: bob.id });
    expect((await afterWaiting(changed, 'FOR KEY SHARE')).status).toBe(200);
  },
);

it.each(['/api/friends/block', '/api/friends/unblock'])(
  '%s locks the pair before it decides what to end',
  async (path) => {
    const { alice, bob } = await world.joinFriends();
    await holdPair(alice, bob, 'SHARE');
    const changed = world.post(alice, path, { id: bob.id });
    expect((await afterWaiting(changed, 'FOR UPDATE')).status).toBe(200);
  },
);

it('a message waits for whoever is ending the friendship, and is refused then', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await holdPair(alice, bob, 'UPDATE');
  const sent = world.post(alice, send, { chatId, text: 'late' });
  await session.untilBlocking('FOR SHARE');
  const pair = [alice.id, bob.id].sort();
  await session.query('DELETE FROM relations WHERE lo_id = $1 AND hi_id = $2', pair);
  await session.query('COMMIT');
  expect((await sent).status).toBe(401);
  expect(await world.query('SELECT 1 FROM messages WHERE chat_id = $1', [chatId])).toEqual([]);
});

it('a message keeps the friendship until it is stored', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await world.post(alice, send, { chatId, text: 'first' });
  // The chat is locked after the friendship, so the send holds the one while it waits for the other.
  await session.query('BEGIN');
  await session.query('SELECT 1 FROM chats WHERE id = $1 FOR UPDATE', [chatId]);
  const sent = world.post(alice, send, { chatId, text: 'late' });
  const free = 'SELECT 1 FROM relations WHERE lo_id = $1 AND hi_id = $2 FOR UPDATE SKIP LOCKED';
  const pair = [alice.id, bob.id].sort();
  while ((await world.query(free, pair)).length > 0);
  const removed = world.delete(bob, `/api/friends/${alice.id}`);
  await session.query('COMMIT');
  expect((await removed).body).toEqual({ changed: true });
  const { status } = await sent;
  const stored = await world.query('SELECT 1 FROM messages WHERE chat_id = $1', [chatId]);
  expect(stored).toHaveLength(status === 200 ? 2 : 1);
});

it('the last two ways to sign in cannot be taken away at once', async () => {
  const [alice] = await strangers();
  const [account] = await world.query<{ id: string }>(
    'SELECT id FROM accounts WHERE user_id = $1',
    [alice.id],
  );
  await holdUser(alice, 'KEY SHARE');
  const unlinked = world.delete(alice, `/api/account/accounts/${account!.id}`);
  expect((await afterWaiting(unlinked, 'FOR UPDATE')).status).toBe(409);
});

it.each(['chats', 'event_heads'])(
  'whose row of %s somebody has locked holds up nobody else',
  async (table) => {
    const held = await world.joinFriends();
    const others = [await world.joinFriends(), await world.joinFriends()];
    await world.post(held.alice, send, { chatId: held.chatId, text: 'first' });
    await session.query('BEGIN');
    const [column, value] = table === 'chats' ? ['id', held.chatId] : ['user_id', held.bob.id];
    await session.query(`SELECT 1 FROM ${table} WHERE ${column} = $1 FOR UPDATE`, [value]);
    const sendHeld = (text: string) => world.post(held.alice, send, { chatId: held.chatId, text });
    const late = [sendHeld('late')];
    await session.untilBlocking('draft AS');
    // As many as there are batches: each would wait in one of them.
    late.push(sendHeld('later'), sendHeld('latest'));
    const replies = await Promise.all(
      others.flatMap(({ alice, bob, chatId }) =>
        Array.from({ length: 20 }, (_, n) =>
          world.post(n % 2 ? alice : bob, send, { chatId, text: `m${n}` }),
        ),
      ),
    );
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    await session.query('COMMIT');
    expect((await Promise.all(late)).map(({ status }) => status)).toEqual([200, 200, 200]);
  },
);

it('who changes a message that somebody has locked keeps nobody from the database', async () => {
  const held = await world.joinFriends();
  const others = await world.joinFriends();
  await world.post(held.alice, send, { chatId: held.chatId, text: 'first' });
  await session.query('BEGIN');
  await session.query('SELECT 1 FROM messages WHERE chat_id = $1 FOR UPDATE', [held.chatId]);
  // More than the pool has connections.
  const late = Array.from({ length: 40 }, (_, n) => {
    const change = { chatId: held.chatId, seq: 1 };
    return n % 2
      ? world.post(held.alice, '/api/message/edit', { ...change, text: `edited ${n}` })
      : world.post(held.bob, '/api/message/react', { ...change, emoji: '👍' });
  });
  await session.untilBlocking('UPDATE messages');
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      n % 2
        ? world.get(others.alice, '/api/friends')
        : world.post(others.bob, '/api/message/react', {
            ...{ chatId: others.chatId, seq: 1, emoji: '👍' },
          }),
    ),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 404]));
  await session.query('COMMIT');
  expect((await Promise.all(late)).filter(({ status }) => status !== 200)).toEqual([]);
});
