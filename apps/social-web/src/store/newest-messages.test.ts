import type { Message } from '../api/chats.js';
import type { KeptChat } from './chat-list.js';
import { Keeping, positionKey } from './keeping.js';
import { listKey } from './kept-list.js';
import { LocalStore } from './local-store.js';
import { chatKey, newestCount, newestKey, readOpened, type Position } from './newest-messages.js';
import { memoryDatabase } from './testing/memory-database.js';

const chatIds = ['a--b', 'a--c'] as const;
const [chatId] = chatIds;
const count = newestCount + 40;
const messageOf = (id: string, seq: number, text = `Number ${seq}`): Message => ({
  ...{ id: `${id}-${seq}`, chatId: id, senderId: 'a', text, seq, reactions: [] },
  ...{ createdAt: new Date(seq).toJSON(), editedAt: null, deletedAt: null },
});

/** A device of a with two chats, to which one tab has written. */
async function start() {
  const database = memoryDatabase();
  await database.claim('a');
  const open = () => {
    const store = new LocalStore('a', {
      readChatPage: () => Promise.reject(new Error('no network')),
      readHistoryPage: () => Promise.reject(new Error('no network')),
      readPinned: () => Promise.reject(new Error('no network')),
    });
    return { store, keeping: new Keeping(store, database) };
  };
  const { store, keeping } = open();
  store.restart('1');
  keeping.lead(null);
  for (const id of chatIds)
    for (let seq = 1; seq <= count; seq++) store.putNew(messageOf(id, seq), 1);
  await keeping.write();
  const change = (values: Record<string, unknown>) => database.change('a', [], () => values);
  const list = async (unread: number) => {
    const chats = chatIds.map((id) => ({ listed: listedOf(id, unread), stamp: 1 }) as KeptChat);
    await change({ [listKey]: { epoch: '1', chats } });
  };
  const opened = async (id: string = chatId) =>
    readOpened(database, id, await database.read([positionKey, listKey, newestKey(id)]));
  return { database, open, store, keeping, change, list, opened };
}

const listedOf = (id: string, unread: number) => ({
  ...{ chatId: id, unread, readSeq: count - unread, readByPartnerSeq: count, mutedUntil: null },
  ...{ lastMessage: messageOf(id, count), person: { id: 'b', name: 'B', image: null } },
});

describe('what a start reads of the conversation that it opens', () => {
  it('is its newest messages, as they were written last', async () => {
    const { store, keeping, list, opened } = await start();
    await list(0);
    store.putChanged({ ...messageOf(chatId, count - 1, ''), deletedAt: new Date(0).toJSON() }, 2);
    await keeping.write();
    const { kept, isWhole } = (await opened())!;
    expect(isWhole).toBe(false);
    expect(kept.held.map(({ message }) => message.seq)).toEqual(
      Array.from({ length: newestCount }, (_, index) => count - newestCount + 1 + index),
    );
    expect(kept.held.at(-2)!.message.deletedAt).not.toBeNull();
  });

  it('is all of it where its newest messages are not what it begins with', async () => {
    const { change, list, opened } = await start();
    expect((await opened())!.isWhole).toBe(true);
    await list(1);
    const { kept, isWhole } = (await opened())!;
    expect(isWhole).toBe(true);
    expect(kept.held).toHaveLength(count);
    await list(0);
    await change({ [newestKey(chatId)]: 'damaged' });
    expect((await opened())!.isWhole).toBe(true);
  });

  it('is all of it once a release has written that knows no record of the newest, in every chat', async () => {
    const { database, change, store, keeping, list, opened } = await start();
    await list(0);
    const [position, kept] = (await database.read([positionKey, chatKey('a--c')])) as [
      Position,
      { readonly held: readonly unknown[] },
    ];
    const { epoch, cursor } = position;
    const shorter = { ...kept, held: kept.held.slice(0, -1) };
    await change({ [positionKey]: { epoch, cursor }, [chatKey('a--c')]: shorter });
    expect((await opened())!.isWhole).toBe(true);
    // And this release again, in another chat.
    store.putChanged(messageOf(chatId, count, 'changed'), 2);
    await keeping.write();
    expect((await opened())!.isWhole).toBe(false);
    const other = (await opened('a--c'))!;
    expect(other.isWhole).toBe(true);
    expect(other.kept.held).toHaveLength(count - 1);
  });

  it('is followed by the rest, with which nothing is missing', async () => {
    const { database, open, list, opened } = await start();
    await list(0);
    const { store, keeping } = open();
    const [position] = (await database.read([positionKey])) as [Position];
    keeping.open(position, undefined, await opened());
    expect(store.messagesOf(chatId).held.size).toBe(newestCount);
    await store.opened.open(chatId);
    expect(store.messagesOf(chatId).held.size).toBe(count);
    expect(store.messagesOf(chatId).known).toEqual([{ from: 1, to: count }]);
  });

  it('is its newest messages alone where the rest is damaged, which goes', async () => {
    const { database, open, change, list, opened } = await start();
    await list(0);
    await change({ [chatKey(chatId)]: { held: null } });
    const { store, keeping } = open();
    const [position] = (await database.read([positionKey])) as [Position];
    keeping.open(position, undefined, await opened());
    expect(store.opened.has(chatId)).toBe(false);
    await store.opened.open(chatId);
    expect(store.opened.has(chatId)).toBe(true);
    expect(store.messagesOf(chatId).held.size).toBe(newestCount);
    expect(await database.read([chatKey(chatId), newestKey(chatId)])).toEqual([
      undefined,
      undefined,
    ]);
  });
});
