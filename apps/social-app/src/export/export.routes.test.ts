import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const url = '/api/account/export';

it('holds everything of one’s own, and no word or secret of others', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const carol = await world.join();
  await world.post(alice, '/api/message/send', { chatId, text: 'said by alice' });
  await world.post(bob, '/api/message/send', { chatId, text: 'said by bob' });
  await world.post(alice, '/api/message/read', { chatId, seq: 2 });
  await world.post(alice, '/api/friends/add', { email: carol.email });
  await world.post(alice, '/api/message/react', { chatId, seq: 2, emoji: '👍' });
  await world.post(bob, '/api/message/react', { chatId, seq: 2, emoji: '🐢' });
  const dave = await world.join();
  await world.post(dave, '/api/friends/add', { email: alice.email });
  await world.post(alice, '/api/friends/deny', { id: dave.id });
  await world.post(alice, '/api/report', { userId: bob.id, reason: 'spam', note: 'mine' });
  const { body } = await world.get(alice, url);
  expect(body).toMatchObject({
    exportedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    user: { id: alice.id, email: alice.email },
    accounts: [{ provider: 'oidc', issuer: 'https://issuer.test', subject: expect.any(String) }],
    sessions: [{ current: true }],
    settings: { readReceipts: true },
    friends: [{ id: bob.id, chatId }],
    incoming: [],
    outgoing: [{ id: carol.id, name: null }],
    blocked: [],
    chats: [
      {
        chatId,
        personId: bob.id,
        lastSeq: 2,
        readSeq: 2,
        sent: [{ seq: 1, text: 'said by alice', createdAt: expect.any(String), editedAt: null }],
      },
    ],
    reactions: [{ chatId, seq: 2, emoji: ['👍'] }],
    denials: [{ personId: dave.id, count: 1, lastAt: expect.any(String) }],
    reports: [{ reportedId: bob.id, reason: 'spam', note: 'mine' }],
  });
  const { events } = body as { events: { seq: number; type: string; personId: string }[] };
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.slice(0, 2)).toMatchObject([
    { type: 'friend_request_sent', personId: bob.id },
    { type: 'new_friend', personId: bob.id },
  ]);
  const text = JSON.stringify(body);
  expect(text).not.toContain('🐢');
  expect(text).not.toContain(dave.email);
  expect(text).not.toContain('said by bob');
  expect(text).not.toContain(alice.token);
  expect(text).not.toMatch(/[0-9a-f]{64}/);
});

it('is a file, streamed, and right over page after page', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await world.post(alice, '/api/message/send', { chatId, text: 'one' });
  const pair = [alice.id, bob.id];
  await world.query(
    `INSERT INTO messages (chat_id, seq, id, sender_id, text)
     SELECT $1, n, gen_random_uuid(), $2::uuid, 'number "' || n || '"' FROM generate_series(2, 1201) AS n`,
    [chatId, alice.id],
  );
  await world.query(
    `UPDATE messages SET lo_reactions = '{👍}', hi_reactions = '{👍}' WHERE chat_id = $1`,
    [chatId],
  );
  await world.query(
    `INSERT INTO events (user_id, seq, type) SELECT user_id, n, 'settings'
     FROM event_heads, generate_series(event_heads.seq + 1, 1201) AS n WHERE user_id = $1::uuid`,
    [alice.id],
  );
  await world.query(
    `INSERT INTO reports (id, reporter_id, reported_id, reason, messages)
     SELECT gen_random_uuid(), $1::uuid, $2::uuid, 'spam', '[]' FROM generate_series(1, 1201)`,
    pair,
  );
  await world.query(
    `WITH askers AS (INSERT INTO users (id) SELECT gen_random_uuid() FROM generate_series(1, 1201) RETURNING id)
     INSERT INTO denials (requester_id, target_id, count, last_at) SELECT id, $1::uuid, 1, now() FROM askers`,
    [alice.id],
  );
  await world.query(
    `INSERT INTO chats (id, lo_id, hi_id, last_seq)
     SELECT LEAST(id, $1::uuid) || '--' || GREATEST(id, $1::uuid), LEAST(id, $1::uuid), GREATEST(id, $1::uuid), 0
     FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 600)) AS people`,
    [alice.id],
  );
  const response = await world.app.inject({ url, headers: { cookie: alice.cookie } });
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': expect.stringContaining('attachment'),
    'cache-control': 'no-store',
  });
  const { chats, reactions, events, reports, denials } = response.json<Exported>();
  const all = Array.from({ length: 1201 }, (_, index) => index + 1);
  const sent = chats.find((chat) => chat.chatId === chatId)!.sent;
  for (const rows of [sent, reactions, events]) expect(rows.map(({ seq }) => seq)).toEqual(all);
  const named = [
    [1201, reports.map(({ id }) => id)],
    [1201, denials.map(({ personId }) => personId)],
    [601, chats.map((chat) => chat.chatId)],
  ] as const;
  for (const [count, ids] of named) {
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    expect(ids).toEqual(ids.toSorted());
  }
});

interface Exported {
  chats: { chatId: string; sent: { seq: number }[] }[];
  reactions: { seq: number }[];
  events: { seq: number }[];
  reports: { id: string }[];
  denials: { personId: string }[];
}

it('holds one’s reactions chat by chat, in the order of the chats', async () => {
  const [alice, ...friends] = [await world.join(), await world.join(), await world.join()];
  const chatIds = friends.map(({ id }) => [alice.id, id].sort().join('--')).sort();
  for (const friend of friends) {
    await world.post(friend, '/api/friends/add', { email: alice.email });
    await world.post(alice, '/api/friends/accept', { id: friend.id });
  }
  for (const chatId of chatIds) {
    await world.post(alice, '/api/message/send', { chatId, text: 'one' });
    await world.post(alice, '/api/message/react', { chatId, seq: 1, emoji: '👍' });
  }
  const { body } = await world.get(alice, url);
  expect(body.reactions).toMatchObject(chatIds.map((chatId) => ({ chatId, seq: 1 })));
});

it('holds one’s reports in the order in which they were made', async () => {
  const { alice, bob } = await world.joinFriends();
  const reasons = ['spam', 'harassment', 'other'];
  for (const reason of reasons)
    await world.post(alice, '/api/report', { userId: bob.id, reason, note: 'x' });
  const { body } = await world.get(alice, url);
  const ids = body.reports.map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(reasons.length);
  // Ids begin with the time.
  expect(ids).toEqual(ids.toSorted());
});

it.each(['as soon as it begins', 'when it has read nothing for a while'])(
  'a client that goes away %s gives its place back',
  async (when) => {
    const { alice, bob, chatId } = await world.joinFriends();
    await world.post(alice, '/api/message/send', { chatId, text: 'x' });
    // More than the buffers on the way hold.
    await world.query(
      `INSERT INTO messages (chat_id, seq, id, sender_id, text)
       SELECT $1, n, gen_random_uuid(), $2::uuid, repeat('!', 8000) FROM generate_series(2, 1000) AS n`,
      [chatId, alice.id],
    );
    if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.app.server.address() as AddressInfo;
    const { cookie } = alice;
    const asked = request({ port, host: '127.0.0.1', path: url, headers: { cookie } }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    if (when !== 'as soon as it begins') {
      response.pause();
      // Others get the only connection of this database while the export waits for its reader.
      for (let n = 0; n < 20; n += 1) {
        expect((await world.get(bob, '/api/messages/search?q=x')).status).toBe(200);
      }
    }
    response.destroy();
    const again = await world.get(alice, url);
    expect(again.status).toBe(200);
    expect(again.body.chats[0].sent).toHaveLength(1000);
  },
);

it('401 without a session', async () => {
  expect((await world.get(null, url)).status).toBe(401);
});
