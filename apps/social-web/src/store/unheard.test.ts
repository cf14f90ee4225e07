// What a release that hears other events has kept.
import type { Message } from '../api/chats.js';
import { Keeping, positionKey } from './keeping.js';
import { LocalStore } from './local-store.js';
import { newestKey, readOpened, type Position } from './newest-messages.js';
import { memoryDatabase } from './testing/memory-database.js';

const chatId = 'a--b';
const message: Message = {
  ...{ id: '1', chatId, senderId: 'b', text: 'kept', seq: 1, reactions: [] },
  ...{ createdAt: new Date(0).toJSON(), editedAt: null, deletedAt: null },
};

async function device() {
  const database = memoryDatabase();
  await database.claim('a');
  const open = (heard: string) => {
    const store = new LocalStore('a');
    return { store, keeping: new Keeping(store, database, heard) };
  };
  const position = async () => (await database.read([positionKey]))[0] as Position;
  /** As at a start. */
  const start = async (heard: string) => {
    const opened = open(heard);
    const values = await database.read([positionKey, 'list', newestKey(chatId)]);
    const found = await readOpened(database, chatId, values);
    opened.keeping.open(await position(), values[1], found);
    return opened;
  };
  const { store, keeping } = open('message');
  store.restart('5');
  keeping.lead(null);
  store.putNew(message, 5);
  await keeping.write();
  return { start, position, before: { store, keeping } };
}

it('goes on where it was written by one that hears the same', async () => {
  const { start } = await device();
  const { store } = await start('message');
  expect([store.cursor, store.epoch]).toEqual(['5', '5']);
  expect(store.messagesOf(chatId).held.get(1)?.stamp).toBe(5);
});

it('is shown, and stale: the stream begins anew, and a page confirms it', async () => {
  const { start, position } = await device();
  const { store, keeping } = await start('message expiry');
  expect([store.cursor, store.epoch]).toEqual([null, '']);
  expect(store.messagesOf(chatId).held.get(1)).toMatchObject({ message, stamp: -1 });
  keeping.lead(store.cursor);
  store.restart('9');
  await keeping.write();
  expect(await position()).toMatchObject({ epoch: '9', cursor: '9', heard: 'message expiry' });
  expect((await start('message expiry')).store.cursor).toBe('9');
});

it('stays so for what is written beside it in the same log', async () => {
  const { start, position, before } = await device();
  const newer = await start('message expiry');
  newer.keeping.lead(null);
  newer.store.restart('9');
  await newer.keeping.write();
  // The other tab is of the release before, and has heard of that restart.
  before.store.restart('9');
  before.store.passEvent('12');
  await before.keeping.write();
  expect(await position()).toMatchObject({ cursor: '12', heard: 'message' });
  newer.store.passEvent('13');
  newer.store.putNew({ ...message, id: '2', seq: 2 }, 13);
  await newer.keeping.write();
  expect((await position()).heard).toBeUndefined();
  expect((await start('message expiry')).store.cursor).toBeNull();
});
