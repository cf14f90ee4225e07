import { randomUUID } from 'node:crypto';
import { bomb, pdf } from '../files.js';
import type { SignedInUser } from '../signed-in-user.js';
import type { TestApp } from '../test-app.js';

const unknownId = randomUUID();

/** What is set of a chat. */
export async function provokeChats(world: TestApp): Promise<void> {
  const { alice, chatId } = await world.joinFriends();
  const mute = `/api/chats/${chatId}/mute`;
  for (const seconds of [60, null, 0]) await world.put(alice, mute, { seconds });
  await world.delete(alice, mute);
  const stranger = await world.join();
  await world.put(stranger, mute, { seconds: null });
  await world.delete(stranger, mute);
  const expiry = `/api/chats/${chatId}/expiry`;
  for (const who of [alice, stranger]) {
    for (const seconds of [3600, 1]) await world.put(who, expiry, { seconds });
    await world.get(who, expiry);
    await world.delete(who, expiry);
  }
  await provokeDrafts(world, alice, stranger, chatId);
  for (const verb of ['archive', 'unread']) {
    const url = `/api/chats/${chatId}/${verb}`;
    for (const who of [alice, stranger]) {
      await world.put(who, url);
      await world.delete(who, url);
    }
  }
}

async function provokeDrafts(
  world: TestApp,
  alice: SignedInUser,
  stranger: SignedInUser,
  chatId: string,
): Promise<void> {
  const draft = `/api/chats/${chatId}/draft`;
  await world.post(alice, '/api/message/send', { chatId, text: 'sent', clientId: 'draft' });
  for (const text of ['sent', 'another', ' ', 1])
    await world.put(alice, draft, { text, clientId: 'draft' });
  await world.put(alice, draft, { text: 'x' });
  await world.get(alice, '/api/drafts');
  await world.get(alice, '/api/drafts?cursor=nonsense');
  await world.delete(alice, draft);
  await world.put(stranger, draft, { text: 'x' });
  await world.delete(stranger, draft);
}

/** Files: kept, refused, and fetched in every way; by a server that takes few, and one that cannot keep any. */
export async function provokeAttachments(
  world: TestApp,
  full: TestApp,
  broken: TestApp,
): Promise<void> {
  const { alice, chatId } = await world.joinFriends();
  const { id } = (await world.upload(alice, pdf)).body as { id: string };
  const url = `/api/attachments/${id}`;
  const { cookie } = alice;
  const etag = (await world.app.inject({ url, headers: { cookie } })).headers.etag!;
  for (const headers of [
    { range: 'bytes=0-1' },
    { range: 'bytes=999-' },
    { 'if-none-match': etag },
    { 'if-match': '"x"' },
  ])
    await world.app.inject({ url, headers: { cookie, ...headers } });
  await world.get(alice, `/api/attachments/${unknownId}`);
  await world.upload(alice, Buffer.alloc(0));
  await world.upload(alice, await bomb());
  await world.post(alice, '/api/message/send', { chatId, attachments: [unknownId] });
  await world.post(alice, '/api/message/send', { chatId, attachments: [id] });
  await world.delete(alice, url);
  const guest = await full.join();
  await full.upload(guest, Buffer.alloc(101, 'x'));
  await full.upload(guest, Buffer.alloc(90, 'x'));
  await full.upload(guest, Buffer.alloc(90, 'x'));
  await Promise.all([1, 2].map(() => full.upload(guest, Buffer.from('x'))));
  const unlucky = await broken.join();
  await broken.upload(unlucky, pdf);
  await broken.query(
    `INSERT INTO attachments (id, owner_id, object, kind, type, size, stored) VALUES ($1, $2, $1, 'file', 'x/y', 1, 1)`,
    [unknownId, unlucky.id],
  );
  await broken.get(unlucky, `/api/attachments/${unknownId}`);
}

export async function provokeMessages(world: TestApp): Promise<void> {
  const { alice, bob, chatId } = await world.joinFriends();
  const post = (from: SignedInUser, verb: string, body: object) =>
    world.post(from, `/api/message/${verb}`, { chatId, ...body });
  const send = { text: 'hello', clientId: 'one' };
  await post(alice, 'send', send);
  await post(alice, 'send', { ...send, text: 'another' });
  await post(alice, 'send', { text: ' ' });
  await post(alice, 'send', { text: 'x', replyTo: unknownId });
  await post(alice, 'send', { text: 'to be deleted' });
  await post(alice, 'send', { text: 'an old one' });
  await world.query(`UPDATE messages SET created_at = now() - interval '9 days' WHERE seq = 3`);
  await provokeForwards(world, alice, chatId);
  await post(alice, 'delete', { seq: 2 });
  for (const [from, seq] of [
    [alice, 1],
    [alice, 2],
    [alice, 3],
    [alice, 9],
    [bob, 1],
  ] as const) {
    await post(from, 'edit', { seq, text: 'edited' });
    await post(from, 'react', { seq, emoji: '👍' });
    await post(from, 'pin', { seq });
    await post(from, 'unpin', { seq });
    await post(from, 'unreact', { seq, emoji: '👍' });
  }
  await post(alice, 'edit', { seq: 1, text: ' ' });
  for (const verb of ['react', 'unreact']) await post(alice, verb, { seq: 1, emoji: 'no' });
  for (const emoji of ['👍', '❤️', '🎉', '😀', '🚀', '🐢'])
    await post(bob, 'react', { seq: 1, emoji });
  for (const [from, seq] of [
    [alice, 3],
    [alice, 9],
    [bob, 1],
  ] as const) {
    await post(from, 'delete', { seq });
  }
  await world.query('UPDATE chats SET pins = array_fill(9, ARRAY[50])');
  await post(bob, 'pin', { seq: 1 });
  await world.get(alice, `/api/messages/pinned?chatId=${chatId}`);
  await world.get(alice, `/api/messages/pinned?chatId=${unknownId}`);
  await post(bob, 'read', { seq: 1 });
  await post(bob, 'typing', {});
  await world.get(alice, `/api/messages?chatId=${chatId}`);
  await world.get(alice, `/api/messages?chatId=${chatId}&before=2&after=1`);
  await world.get(alice, '/api/message/limits');
  await world.get(alice, '/api/chats');
  await world.get(alice, '/api/presence');
  await world.get(alice, '/api/messages/search?q=hello');
  await world.get(alice, '/api/messages/search?q=!');
  await world.get(alice, '/api/messages/search?q=hello&cursor=nonsense');
  await world.get(alice, `/api/messages/search?q=hello&chatId=${unknownId}`);
  await world.get(alice, `/api/messages?chatId=${unknownId}`);
  const elsewhere = { chatId: unknownId, seq: 1, text: 'hello', emoji: '👍' };
  const verbs = 'send edit delete react unreact pin unpin read typing';
  for (const verb of verbs.split(' ')) await post(alice, verb, elsewhere);
}

/** The first message is copied, as the fourth. */
async function provokeForwards(world: TestApp, alice: SignedInUser, chatId: string): Promise<void> {
  const post = (verb: string, body: object) =>
    world.post(alice, `/api/message/${verb}`, { chatId, ...body });
  const { messages } = (await world.get(alice, `/api/messages?chatId=${chatId}`)).body as {
    messages: { id: string }[];
  };
  const forward = { messageId: messages[0]!.id, clientId: 'two' };
  await post('forward', forward);
  await post('forward', { ...forward, messageId: messages[1]!.id });
  await post('forward', { messageId: unknownId });
  await post('forward', { ...forward, chatId: unknownId });
  await post('edit', { seq: 4, text: 'edited' });
}
