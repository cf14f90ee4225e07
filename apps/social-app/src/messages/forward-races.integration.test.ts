import { openLockSession, type LockSession } from '@triptych/postgres/testing';
import { pdf } from '../testing/files.js';
import { openPostgresApp } from '../testing/postgres-app.js';

let world: Awaited<ReturnType<typeof openPostgresApp>>;
beforeAll(async () => {
  world = await openPostgresApp();
});
const sessions: LockSession[] = [];
afterAll(async () => {
  await Promise.all(sessions.map((session) => session.end()));
  await world.close();
});

async function openSession(): Promise<LockSession> {
  const session = await openLockSession(world.databaseUrl);
  sessions.push(session);
  return session;
}

/** Bob has got a file of Alice, and a chat with Carol. */
async function sentFile() {
  const { alice, bob, chatId } = await world.joinFriends();
  const carol = await world.join();
  await world.post(carol, '/api/friends/add', { email: bob.email });
  await world.post(bob, '/api/friends/accept', { id: carol.id });
  const other = [bob.id, carol.id].sort().join('--');
  await world.post(bob, '/api/message/send', { chatId: other, text: 'x' });
  const { id } = (await world.upload(alice, pdf)).body as { id: string };
  const { body } = await world.post(alice, '/api/message/send', { chatId, attachments: [id] });
  return { bob, other, messageId: body.id as string };
}

/** Whether an erasure would wait here, while it holds nothing: then this is 55P03. */
async function firstStepOfErasure(session: LockSession, id: string): Promise<string> {
  await session.query('BEGIN');
  const step = session.query('SELECT FROM users WHERE id = $1 FOR UPDATE NOWAIT', [id]);
  const outcome = await step.then(
    () => 'locked',
    (error: { code: string }) => error.code,
  );
  await session.query('ROLLBACK');
  return outcome;
}

/** The forward has its friendship, and waits for the chat, when the erasure begins. */
it('a forward with files and an erasure of who forwards lock in one order: neither waits for what the other will want', async () => {
  const { bob, other, messageId } = await sentFile();
  const [holder, erasure] = await Promise.all([openSession(), openSession()]);
  await holder.query('BEGIN');
  await holder.query('SELECT FROM chats WHERE id = $1 FOR UPDATE', [other]);
  const forwarded = world.post(bob, '/api/message/forward', { chatId: other, messageId });
  // It waits for moments, again and again: at some look it has the friendship.
  const looks: string[] = [];
  while (looks.length < 100 && !looks.includes('55P03')) {
    await holder.untilBlocking('draft AS (');
    looks.push(await firstStepOfErasure(erasure, bob.id));
  }
  expect(looks).toContain('55P03');

  const erased = world.delete(bob, '/api/account', { confirm: bob.email });
  await holder.query('COMMIT');
  expect((await erased).status).toBe(200);
  // Between two looks the erasure may come first.
  expect([200, 401]).toContain((await forwarded).status);
  const left = `SELECT FROM attachments WHERE chat_id = $1 OR owner_id = $2`;
  expect(await world.query(left, [other, bob.id])).toEqual([]);
  const [row] = await world.query<{ deadlocks: number }>(
    `SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
  );
  expect(row).toEqual({ deadlocks: 0 });
});
