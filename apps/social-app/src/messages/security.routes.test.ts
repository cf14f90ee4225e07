import { randomUUID } from 'node:crypto';
import { openFeed, type EventFeed } from '../testing/event-feed.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type Reply, type TestApp } from '../testing/test-app.js';

let world: TestApp;
let base: string;
const feeds: EventFeed[] = [];
beforeAll(async () => {
  world = await createTestApp();
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => feeds.splice(0).forEach((feed) => feed.close()));
afterAll(() => world.close());

function listen(user: SignedInUser): EventFeed {
  const feed = openFeed(base, user);
  feeds.push(feed);
  return feed;
}

/** Every route that takes a chat, with all it takes beside. */
const routes: Record<string, (user: SignedInUser | null, chatId: string) => Promise<Reply>> = {
  send: (user, chatId) => world.post(user, '/api/message/send', { chatId, text: 'x' }),
  forward: (user, chatId) =>
    world.post(user, '/api/message/forward', { chatId, messageId: randomUUID() }),
  history: (user, chatId) => world.get(user, `/api/messages?chatId=${encodeURIComponent(chatId)}`),
  newer: (user, chatId) =>
    world.get(user, `/api/messages?after=0&chatId=${encodeURIComponent(chatId)}`),
  around: (user, chatId) =>
    world.get(user, `/api/messages?around=1&chatId=${encodeURIComponent(chatId)}`),
  read: (user, chatId) => world.post(user, '/api/message/read', { chatId, seq: 1 }),
  edit: (user, chatId) => world.post(user, '/api/message/edit', { chatId, seq: 1, text: 'x' }),
  delete: (user, chatId) => world.post(user, '/api/message/delete', { chatId, seq: 1 }),
  hide: (user, chatId) => world.post(user, '/api/message/delete', { chatId, seq: 1, for: 'me' }),
  react: (user, chatId) => world.post(user, '/api/message/react', { chatId, seq: 1, emoji: '👍' }),
  unreact: (user, chatId) =>
    world.post(user, '/api/message/unreact', { chatId, seq: 1, emoji: '👍' }),
  pin: (user, chatId) => world.post(user, '/api/message/pin', { chatId, seq: 1 }),
  unpin: (user, chatId) => world.post(user, '/api/message/unpin', { chatId, seq: 1 }),
  pinned: (user, chatId) =>
    world.get(user, `/api/messages/pinned?chatId=${encodeURIComponent(chatId)}`),
  typing: (user, chatId) => world.post(user, '/api/message/typing', { chatId }),
  search: (user, chatId) =>
    world.get(user, `/api/messages/search?q=secret&chatId=${encodeURIComponent(chatId)}`),
};

async function secretChat() {
  const friends = await world.joinFriends();
  await world.post(friends.alice, '/api/message/send', {
    chatId: friends.chatId,
    text: 'secret',
  });
  return friends;
}

describe.each(Object.keys(routes))('IDOR: %s', (name) => {
  const ask = routes[name]!;
  const anonymous = ({ status, body }: Reply) => ({ status, body: { ...body, requestId: '' } });

  it('gives a third user one reply for a chat of others, of nobody, and for no chat', async () => {
    const { alice, bob, chatId } = await secretChat();
    const { alice: eve } = await secretChat();
    const expected = anonymous(await ask(eve, `${eve.id}--${randomUUID()}`));
    expect(expected).toMatchObject({ status: 401, body: { code: 'not_in_chat' } });
    const [a, b] = [alice.id, bob.id];
    const forged = [
      chatId,
      `${b}--${a}`,
      `${a}--${eve.id}`,
      `${eve.id}--${eve.id}`,
      `${chatId}--${eve.id}`,
      `${eve.id}--${a}--${b}`,
      chatId.toUpperCase(),
      `${chatId} `,
      `%2e%2e/${chatId}`,
      '--',
      '',
      eve.id,
      'x'.repeat(5_000),
    ];
    for (const id of forged) expect(anonymous(await ask(eve, id))).toEqual(expected);
    const { body } = await world.get(bob, `/api/messages?chatId=${chatId}`);
    expect(body.messages).toMatchObject([{ text: 'secret', reactions: [], deletedAt: null }]);
  });

  it('is 401 without a session, before anything else is looked at', async () => {
    expect(await ask(null, 'x')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });
});

it('history IDOR by list: nobody sees a chat or finds a message that is not theirs', async () => {
  await secretChat();
  const eve = await world.join();
  expect((await world.get(eve, '/api/chats')).body).toEqual({ chats: [], nextCursor: null });
  expect((await world.get(eve, '/api/messages/search?q=secret')).body.messages).toEqual([]);
});

it('public channels: a stream reaches its own user alone', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const { alice: eve, bob: mallory, chatId: other } = await world.joinFriends();
  const [atBob, atEve] = [listen(bob), listen(eve)];
  await world.post(alice, '/api/message/send', { chatId, text: 'for Bob' });
  await world.post(mallory, '/api/message/send', { chatId: other, text: 'for Eve' });
  await Promise.all([atBob.until(3), atEve.until(3)]);
  const texts = ({ events }: EventFeed) => events.flatMap(({ data }) => data.message?.text ?? []);
  expect(texts(atBob)).toEqual(['for Bob']);
  expect(texts(atEve)).toEqual(['for Eve']);
});

it('SSE injection: no text, name or clientId makes a line of the stream', async () => {
  const evil = 'a\n\nid: 999\nevent: reset\ndata: {"cursor":1}\n\n\r\rdata: x\u2028';
  const alice = await world.join(evil, 'evil@example.test');
  const bob = await world.join();
  const atBob = listen(bob);
  await world.post(alice, '/api/friends/add', { email: bob.email });
  await world.post(bob, '/api/friends/accept', { id: alice.id });
  const chatId = `${alice.id}--${bob.id}`;
  await world.post(alice, '/api/message/send', { chatId, text: evil });
  await world.post(alice, '/api/message/edit', { chatId, seq: 1, text: `${evil}!` });
  await atBob.until(4);
  expect(atBob.events.map(({ id, type }) => [id, type])).toEqual([
    [1, 'friend_request'],
    [2, 'new_friend'],
    [3, 'message'],
    [4, 'message_edited'],
  ]);
  expect(atBob.events[1]?.data.person.name).toBe(evil);
  expect(atBob.events[3]?.data.message.text).toBe(`${evil}!`);
});

it('XSS: a text comes back to the letter, as JSON that no browser takes for a page', async () => {
  const { alice, chatId } = await world.joinFriends();
  const text = '<img src=x onerror=alert(1)> javascript:alert(1) \u202e';
  await world.post(alice, '/api/message/send', { chatId, text });
  const reply = await world.app.inject({
    url: `/api/messages?chatId=${chatId}`,
    headers: { cookie: alice.cookie },
  });
  expect(reply.headers).toMatchObject({
    'content-type': expect.stringContaining('application/json'),
    'x-content-type-options': 'nosniff',
  });
  expect(reply.json<{ messages: object[] }>().messages).toMatchObject([{ text }]);
});

it('flooding: a body beyond 64 KiB is refused before it is read', async () => {
  const { alice, chatId } = await world.joinFriends();
  const text = 'x'.repeat(70_000);
  expect((await world.post(alice, '/api/message/send', { chatId, text })).status).toBe(413);
});

it('clock order: the number decides, not the time', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  for (const text of ['1', '2', '3'])
    await world.post(alice, '/api/message/send', { chatId, text });
  await world.query(
    `UPDATE messages SET created_at = now() - seq * interval '1 hour' WHERE chat_id = $1`,
    [chatId],
  );
  const { body } = await world.get(bob, `/api/messages?chatId=${chatId}`);
  expect(body.messages.map(({ text }: { text: string }) => text)).toEqual(['1', '2', '3']);
  expect((await world.get(bob, '/api/chats')).body.chats[0].lastMessage.text).toBe('3');
});

it('stale streams: a block stops what flows at once, and leaves what was written', async () => {
  const { alice, bob, chatId } = await secretChat();
  const atBob = listen(bob);
  await world.post(alice, '/api/friends/block', { id: bob.id });
  await world.post(alice, '/api/message/read', { chatId, seq: 1 });
  expect((await routes['send']!(alice, chatId)).status).toBe(401);
  expect((await routes['typing']!(alice, chatId)).status).toBe(401);
  // The next event of Bob’s is what he does himself, and not what Alice did in between.
  await world.patch(bob, '/api/settings', { typing: true });
  await atBob.until(5);
  expect(atBob.events.map(({ type }) => type)).toEqual([
    'friend_request',
    'new_friend',
    'message',
    'removed_friend',
    'settings',
  ]);
});
