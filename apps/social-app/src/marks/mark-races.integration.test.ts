import { openLockSession } from '@triptych/postgres/testing';
import { openPostgresApp } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';

let world: Awaited<ReturnType<typeof openPostgresApp>>;
beforeAll(async () => {
  world = await openPostgresApp();
});
afterAll(() => world.close());

const archive = (who: SignedInUser, chatId: string) =>
  world.put(who, `/api/chats/${chatId}/archive`);
const markUnread = (who: SignedInUser, chatId: string) =>
  world.put(who, `/api/chats/${chatId}/unread`);
const send = (who: SignedInUser, chatId: string) =>
  world.post(who, '/api/message/send', { chatId, text: 'x' });
const read = (who: SignedInUser, chatId: string, seq: number) =>
  world.post(who, '/api/message/read', { chatId, seq });

async function entryOf(user: SignedInUser) {
  const [row] = await world.query<{ archived: boolean; marked_unread: boolean }>(
    'SELECT archived, marked_unread FROM chat_entries WHERE user_id = $1::uuid',
    [user.id],
  );
  return row!;
}

/** The types of a person's events that concern the list, in the order of the log. */
async function logOf(user: SignedInUser): Promise<string[]> {
  const rows = await world.query<{ type: string }>(
    `SELECT type FROM events WHERE user_id = $1::uuid AND type IN ('message', 'archive', 'unread', 'read')
     ORDER BY seq`,
    [user.id],
  );
  return rows.map(({ type }) => type);
}

it('a chat is in the archive when it was put there after the last message, as its log has it', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(bob, chatId);
  for (let round = 0; round < 25; round += 1) {
    const acts = [
      send(bob, chatId),
      archive(alice, chatId),
      archive(bob, chatId),
      send(alice, chatId),
    ];
    const replies = await Promise.all(acts);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const who of [alice, bob]) {
      const { archived } = await entryOf(who);
      expect((await logOf(who)).at(-1)).toBe(archived ? 'archive' : 'message');
    }
  }
});

it('a chat is marked as unread when it was marked after it was read, as its log has it', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  for (let seq = 1; seq <= 25; seq += 1) {
    await send(bob, chatId);
    const acts = [read(alice, chatId, seq), markUnread(alice, chatId), read(alice, chatId, seq)];
    const replies = await Promise.all(acts);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { marked_unread: marked } = await entryOf(alice);
    expect((await logOf(alice)).at(-1)).toBe(marked ? 'unread' : 'read');
    await read(alice, chatId, seq);
  }
});

it('a chat that a send has locked is put away after it, so that the message does not take it out', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(bob, chatId);
  const session = await openLockSession(world.databaseUrl);
  await session.query('BEGIN');
  await session.query('SELECT FROM chats WHERE id = $1 FOR NO KEY UPDATE', [chatId]);
  const archived = archive(alice, chatId);
  await session.untilBlocking('UPDATE chat_entries');
  await session.query(
    `INSERT INTO messages (chat_id, seq, id, sender_id, text) VALUES ($1, 2, gen_random_uuid(), $2::uuid, 'x')`,
    [chatId, bob.id],
  );
  await session.query('COMMIT');
  await session.end();
  expect((await archived).body).toEqual({ changed: true });
  expect(await entryOf(alice)).toMatchObject({ archived: true });
});
