// What is kept is removed while tabs are open that have read it.
import type { Message } from '../api/chats.js';
import { Keeping, positionKey } from './keeping.js';
import { LocalStore } from './local-store.js';
import { chatKey, type Position } from './newest-messages.js';
import { memoryDatabase } from './testing/memory-database.js';

const chatId = 'a--b';
const message = (seq: number): Message => ({
  ...{ id: String(seq), chatId, senderId: 'b', text: 'kept', seq, reactions: [] },
  ...{ createdAt: new Date(0).toJSON(), editedAt: null, deletedAt: null },
});

async function device() {
  const database = memoryDatabase();
  await database.claim('a');
  const open = () => {
    const store = new LocalStore('a');
    const keeping = new Keeping(store, database);
    const receive = async (seq: number) => {
      store.putNew(message(seq), seq);
      store.passEvent(String(seq));
      await keeping.write();
    };
    return { store, keeping, receive };
  };
  const kept = () => database.read([positionKey, chatKey(chatId)]);
  const first = open();
  first.store.restart('1');
  first.keeping.lead(null);
  await first.receive(2);
  return { database, open, kept, first };
}

it('is written again by none of them: it may be what no page can show', async () => {
  const { database, open, kept, first } = await device();
  const [position] = await kept();
  const [started, joined] = [open(), open()];
  started.keeping.open(position as Position, undefined, null);
  started.keeping.lead('2');
  await joined.keeping.follow('2');
  await database.clearExcept();
  for (const tab of [first, started, joined]) {
    await tab.receive(3);
    expect(await kept()).toEqual([undefined, undefined]);
  }
});

it('and by the next start, which knows nothing of it', async () => {
  const { database, open, kept } = await device();
  await database.clearExcept();
  const next = open();
  next.store.restart('3');
  next.keeping.lead(null);
  await next.receive(4);
  expect(await kept()).toMatchObject([{ cursor: '4' }, { chatId }]);
});
