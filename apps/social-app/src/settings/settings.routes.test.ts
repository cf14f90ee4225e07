import { openReadyEvents } from '../testing/event-client.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
let base: string;
beforeAll(async () => {
  world = await createTestApp();
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => world.close());

const open = { readReceipts: true, typing: true, presence: true };
const set = (user: SignedInUser, part: object | string) => world.patch(user, '/api/settings', part);
const read = (user: SignedInUser, chatId: string, seq: number) =>
  world.post(user, '/api/message/read', { chatId, seq });

it('are open until changed, one by one, and received by the own windows alone', async () => {
  const { alice, bob } = await world.joinFriends();
  const [atAlice, atBob] = [await openReadyEvents(base, alice), await openReadyEvents(base, bob)];
  expect(await world.get(alice, '/api/settings')).toEqual({ status: 200, body: open });
  const changed = { ...open, typing: false };
  expect(await set(alice, { typing: false })).toEqual({ status: 200, body: changed });
  expect(await set(alice, { presence: false })).toMatchObject({ body: { presence: false } });
  const now = { ...changed, presence: false };
  expect((await world.get(alice, '/api/settings')).body).toEqual(now);
  const received = await atAlice.until(({ data }) => data.settings?.presence === false);
  expect(received.at(-1)).toMatchObject({ type: 'settings', data: { settings: now } });
  await world.post(alice, '/api/message/send', { chatId: `${alice.id}--${bob.id}`, text: 'x' });
  expect((await atBob.until(2)).map(({ type }) => type)).toEqual(['ready', 'message']);
  [atAlice, atBob].forEach((client) => client.close());
  // What was never set stays open, whichever is set first.
  expect((await set(bob, { presence: false })).body).toEqual({ ...open, presence: false });
});

it.each([{}, { typing: 'no' }, { typing: null }, [], '{'])('422 for %j', async (part) => {
  expect((await set(await world.join(), part)).status).toBe(422);
});

it('401 without a session', async () => {
  expect((await world.get(null, '/api/settings')).status).toBe(401);
  expect((await world.patch(null, '/api/settings', {})).status).toBe(401);
});

describe('read marks', () => {
  const shown = async (user: SignedInUser) =>
    (await world.get(user, '/api/chats')).body.chats[0].readByPartnerSeq as number;

  async function converse() {
    const friends = await world.joinFriends();
    for (const text of ['1', '2', '3'])
      await world.post(friends.alice, '/api/message/send', { chatId: friends.chatId, text });
    return friends;
  }

  it('reach the other one', async () => {
    const { alice, bob, chatId } = await converse();
    const atAlice = await openReadyEvents(base, alice);
    await read(bob, chatId, 2);
    expect((await atAlice.until(2))[1]).toMatchObject({
      type: 'read',
      data: { chatId, userId: bob.id, seq: 2 },
    });
    expect(await shown(alice)).toBe(2);
    atAlice.close();
  });

  it('reach oneself alone while they are private, and reach nobody later by themselves', async () => {
    const { alice, bob, chatId } = await converse();
    const [atAlice, atBob] = [await openReadyEvents(base, alice), await openReadyEvents(base, bob)];
    await read(bob, chatId, 1);
    await set(bob, { readReceipts: false });
    expect((await read(bob, chatId, 2)).body).toEqual({ changed: true });
    expect((await atBob.until(4))[3]).toMatchObject({ type: 'read', data: { seq: 2 } });
    expect((await world.get(bob, '/api/chats')).body.chats[0]).toMatchObject({ readSeq: 2 });
    expect(await shown(alice)).toBe(1);
    await set(bob, { readReceipts: true });
    expect(await shown(alice)).toBe(1);
    await read(bob, chatId, 3);
    expect(await shown(alice)).toBe(3);
    const received = await atAlice.until(3);
    expect(received.slice(1).map(({ data }) => data.seq)).toEqual([1, 3]);
    [atAlice, atBob].forEach((client) => client.close());
  });

  it('reach nobody once the two are no friends', async () => {
    const { alice, bob, chatId } = await converse();
    await world.post(alice, '/api/friends/block', { id: bob.id });
    expect((await read(bob, chatId, 3)).body).toEqual({ changed: true });
    expect(await shown(alice)).toBe(0);
  });
});
