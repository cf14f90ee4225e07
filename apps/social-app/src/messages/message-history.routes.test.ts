import { randomUUID } from 'node:crypto';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
const send = '/api/message/send';

beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const notInChat = { status: 401, body: { status: 401, code: 'not_in_chat' } };

describe('GET /api/messages', () => {
  it('pages back to the beginning, newest last', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    for (let n = 1; n <= 7; n += 1) await world.post(alice, send, { chatId, text: `m${n}` });
    const seen: string[] = [];
    let url = `/api/messages?chatId=${chatId}&limit=3`;
    for (;;) {
      const { body } = await world.get(bob, url);
      seen.unshift(...body.messages.map(({ text }: { text: string }) => text));
      if (body.nextCursor === null) break;
      url = `/api/messages?chatId=${chatId}&limit=3&before=${body.nextCursor}`;
    }
    expect(seen).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']);
  });

  it('is empty for friends who have not written, and stays after the friendship', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const url = `/api/messages?chatId=${chatId}`;
    expect((await world.get(bob, url)).body).toMatchObject({ messages: [], nextCursor: null });
    await world.post(alice, send, { chatId, text: 'x' });
    await world.delete(alice, `/api/friends/${bob.id}`);
    expect((await world.get(bob, url)).body.messages).toHaveLength(1);
  });

  it.each(['', 'limit=0', 'limit=101', 'limit=x', 'before=0', 'before=x', 'before=99999999999'])(
    '400 for the query %j',
    async (query) => {
      const { alice, chatId } = await world.joinFriends();
      const url = query ? `/api/messages?chatId=${chatId}&${query}` : '/api/messages';
      expect((await world.get(alice, url)).status).toBe(400);
    },
  );
});

describe('GET /api/chats and POST /api/message/read', () => {
  it('shows the last message and counts what the other wrote since the last look', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    await world.post(bob, send, { chatId, text: 'one' });
    await world.post(alice, send, { chatId, text: 'two' });
    await world.post(bob, send, { chatId, text: 'three' });
    const chat = async () => (await world.get(alice, '/api/chats')).body.chats;
    const person = expect.objectContaining({ id: bob.id, email: bob.email });
    const lastMessage = expect.objectContaining({ text: 'three', seq: 3 });
    const none = {
      mutedUntil: null,
      pinned: [],
      archived: false,
      markedUnread: false,
      expirySeconds: null,
    };
    const ofChat = { chatId, readByPartnerSeq: 0, ...none };
    const expected = { ...ofChat, person, lastMessage };
    expect(await chat()).toEqual([{ ...expected, unread: 2, readSeq: 0 }]);
    const read = (seq: number) => world.post(alice, '/api/message/read', { chatId, seq });
    expect((await read(2)).body).toEqual({ changed: true });
    expect(await chat()).toEqual([{ ...expected, unread: 1, readSeq: 2 }]);
    expect((await read(1)).body).toEqual({ changed: false });
    expect((await read(999)).body).toEqual({ changed: true });
    expect(await chat()).toEqual([{ ...expected, unread: 0, readSeq: 3 }]);
    const [other] = (await world.get(bob, '/api/chats')).body.chats;
    expect(other).toMatchObject({ unread: 1, readSeq: 0, readByPartnerSeq: 3 });
  });

  it.each([{ seq: 0 }, { seq: 1.5 }, { seq: '1' }, { seq: 2 ** 31 }, {}])(
    '422 for the mark %j',
    async (mark) => {
      const { alice, chatId } = await world.joinFriends();
      const reply = await world.post(alice, '/api/message/read', { chatId, ...mark });
      expect(reply.status).toBe(422);
    },
  );
});

describe('a third user', () => {
  it('gets the same 401 from every route that takes a chat', async () => {
    const { alice, chatId } = await world.joinFriends();
    await world.post(alice, send, { chatId, text: 'secret' });
    const eve = await world.join();
    const none = [eve.id, randomUUID()].sort().join('--');
    for (const id of [chatId, none, 'x', '']) {
      for (const reply of [
        world.post(eve, send, { chatId: id, text: 'x' }),
        world.get(eve, `/api/messages?chatId=${id}`),
        world.post(eve, '/api/message/read', { chatId: id, seq: 1 }),
      ]) {
        expect(await reply).toMatchObject(notInChat);
      }
    }
    expect((await world.get(eve, '/api/chats')).body).toEqual({ chats: [], nextCursor: null });
  });
});

it('every route is 401 without a session, whatever the payload', async () => {
  const signedOut = { status: 401, body: { code: 'unauthenticated' } };
  for (const body of [{ chatId: 'a--b', text: 'x' }, {}, '{']) {
    expect(await world.post(null, send, body)).toMatchObject(signedOut);
    expect(await world.post(null, '/api/message/read', body)).toMatchObject(signedOut);
  }
  expect(await world.get(null, '/api/messages')).toMatchObject(signedOut);
  expect(await world.get(null, '/api/chats')).toMatchObject(signedOut);
});
