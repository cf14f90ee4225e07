import { openReadyEvents } from '../testing/event-client.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { mostPins } from './message-changes.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const changed = (value: boolean) => ({ status: 200, body: { changed: value } });

async function open(messages = 3) {
  const { alice, bob, chatId } = await world.joinFriends();
  const post = (from: SignedInUser, verb: string, body: object) =>
    world.post(from, `/api/message/${verb}`, { chatId, ...body });
  for (let n = 1; n <= messages; n += 1) await post(alice, 'send', { text: `m${n}` });
  const pinned = async (user: SignedInUser) => {
    const { chats } = (await world.get(user, '/api/chats')).body as {
      chats: { pinned: number[] }[];
    };
    const { body } = await world.get(user, `/api/messages/pinned?chatId=${chatId}`);
    const read = body.messages as { seq: number }[];
    expect(read.map(({ seq }) => seq)).toEqual(chats[0]?.pinned);
    return chats[0]?.pinned;
  };
  return { alice, bob, chatId, post, pinned };
}

it('either pins and unpins, and both see it', async () => {
  const { alice, bob, chatId, post, pinned } = await open();
  expect(await post(bob, 'pin', { seq: 3 })).toEqual(changed(true));
  expect(await post(alice, 'pin', { seq: 1 })).toEqual(changed(true));
  expect(await post(bob, 'pin', { seq: 1 })).toEqual(changed(false));
  for (const user of [alice, bob]) expect(await pinned(user)).toEqual([3, 1]);
  const { body } = await world.get(bob, `/api/messages/pinned?chatId=${chatId}`);
  expect(body.messages).toMatchObject([{ text: 'm3' }, { text: 'm1' }]);
  expect(await post(alice, 'unpin', { seq: 3 })).toEqual(changed(true));
  expect(await post(alice, 'unpin', { seq: 3 })).toEqual(changed(false));
  for (const user of [alice, bob]) expect(await pinned(user)).toEqual([1]);
  const own = (await world.get(bob, '/api/account/export')).body as object;
  expect(own).toMatchObject({ chats: [{ chatId, pinned: [1] }] });
});

it('events of a pin go to both', async () => {
  const { alice, bob, chatId, post } = await open();
  const base = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const streams = await Promise.all([alice, bob].map((user) => openReadyEvents(base, user)));
  await post(bob, 'pin', { seq: 2 });
  await post(alice, 'unpin', { seq: 2 });
  for (const stream of streams) {
    const events = await stream.until(({ type }) => type === 'message_unpinned');
    expect(events.slice(-2)).toMatchObject([
      { type: 'message_pinned', data: { chatId, seq: 2, userId: bob.id, message: { text: 'm2' } } },
      { type: 'message_unpinned', data: { chatId, seq: 2, userId: alice.id } },
    ]);
    stream.close();
  }
});

it('what is deleted for both is pinned no more, and what is hidden is not shown to who hid it', async () => {
  const { alice, bob, post, pinned } = await open();
  for (const seq of [1, 2, 3]) await post(alice, 'pin', { seq });
  await post(bob, 'delete', { seq: 2, for: 'me' });
  expect([await pinned(alice), await pinned(bob)]).toEqual([
    [1, 2, 3],
    [1, 3],
  ]);
  await post(alice, 'delete', { seq: 1 });
  expect([await pinned(alice), await pinned(bob)]).toEqual([[2, 3], [3]]);
  const conflict = { status: 409, body: { code: 'message_deleted' } };
  expect(await post(alice, 'pin', { seq: 1 })).toMatchObject(conflict);
  const missing = { status: 404, body: { code: 'message_not_found' } };
  for (const verb of ['pin', 'unpin']) {
    expect(await post(alice, verb, { seq: 9 })).toMatchObject(missing);
    expect(await post(bob, verb, { seq: 2 })).toMatchObject(missing);
    expect((await post(bob, verb, { seq: 0 })).status).toBe(422);
  }
});

it('there is room for fifty, and what is unpinned or deleted makes room', async () => {
  const { alice, bob, post, pinned } = await open(mostPins + 2);
  for (let seq = 1; seq <= mostPins; seq += 1)
    expect(await post(alice, 'pin', { seq })).toEqual(changed(true));
  const full = { status: 409, body: { code: 'too_many_pins' } };
  expect(await post(bob, 'pin', { seq: mostPins + 1 })).toMatchObject(full);
  expect(await post(bob, 'pin', { seq: 1 })).toEqual(changed(false));
  await post(alice, 'delete', { seq: 1 });
  expect(await post(bob, 'pin', { seq: mostPins + 1 })).toEqual(changed(true));
  expect(await post(bob, 'pin', { seq: mostPins + 2 })).toMatchObject(full);
  expect(await pinned(bob)).toHaveLength(mostPins);
});

it('whoever is no friend, or not any more, pins nothing', async () => {
  const { alice, bob, chatId, post, pinned } = await open();
  await post(alice, 'pin', { seq: 1 });
  const mallory = await world.join();
  await world.delete(bob, `/api/friends/${alice.id}`);
  for (const user of [mallory, alice, bob]) {
    for (const verb of ['pin', 'unpin'])
      expect(await post(user, verb, { seq: 1 })).toMatchObject({ body: { code: 'not_in_chat' } });
  }
  const { status } = await world.get(mallory, `/api/messages/pinned?chatId=${chatId}`);
  expect(status).toBe(401);
  for (const user of [alice, bob]) expect(await pinned(user)).toEqual([1]);
});
