import { jest } from '@jest/globals';
import type { Chat, Message } from '../api/chats.js';
import { endMessages } from './ending.js';
import { LocalStore } from './local-store.js';
import { Keeping } from './keeping.js';
import { memoryDatabase } from './testing/memory-database.js';
import { ownerKey } from '../api/device-database.js';

const chatId = 'me--you';
const at = (ms: number) => new Date(ms).toJSON();
const message = (seq: number, end: number | null): Message => ({
  ...{ id: `m${seq}`, chatId, senderId: 'you', text: `text ${seq}`, seq, reactions: [] },
  ...{ createdAt: at(seq), editedAt: null, deletedAt: null },
  ...(end !== null && { expiresAt: at(end) }),
});
const listed = (lastMessage: Message): Chat => ({
  ...{
    chatId,
    person: { id: 'you', name: null, email: null, image: null, handle: null },
    lastMessage,
  },
  ...{ unread: 0, readSeq: 9, readByPartnerSeq: 0, mutedUntil: null, expirySeconds: 300 },
  ...{ archived: false, markedUnread: false, pinned: [] },
});

const begin = Date.parse('2026-11-26T12:00:00Z');
beforeEach(() => {
  jest.useFakeTimers({ now: begin, doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
});
afterEach(() => jest.useRealTimers());
const settle = () => new Promise(setImmediate);

function openedStore(messages: readonly Message[]) {
  const page = { messages: [...messages], olderCursor: null, newerCursor: null, nextCursor: null };
  const store = new LocalStore('me', {
    readChatPage: async () => ({ chats: [listed(messages.at(-1)!)], nextCursor: null }),
    readHistoryPage: async () => page,
    readPinned: async () => [],
  });
  store.restart('1');
  return store;
}

const textsOf = (store: LocalStore) =>
  [...store.messagesOf(chatId).held.values()].map((one) => one.message.text).sort();

describe('messages that end', () => {
  it('are gone from what is shown when their time has come, by the clock of the server, and do not come back', async () => {
    const messages = [message(1, null), message(2, begin + 60_000), message(3, begin + 120_000)];
    const store = openedStore(messages);
    await store.loadChats('');
    await store.loadMessages(chatId, {});
    // This device is ten seconds behind.
    endMessages(store, { now: () => Date.now() + 10_000, keptEnds: async () => new Map() });
    jest.advanceTimersByTime(49_999);
    expect(textsOf(store)).toHaveLength(3);
    jest.advanceTimersByTime(1);
    expect(textsOf(store)).toEqual(['text 1', 'text 3']);
    store.putChanged(messages[1]!);
    expect(textsOf(store)).toEqual(['text 1', 'text 3']);
    jest.advanceTimersByTime(60_000);
    expect(textsOf(store)).toEqual(['text 1']);
    expect(store.chat(chatId)?.lastMessage.text).toBe('text 1');
  });

  it('leave no word in the list where the message before is not known', async () => {
    const store = openedStore([message(5, begin + 1_000)]);
    await store.loadChats('');
    endMessages(store, { now: Date.now, keptEnds: async () => new Map() });
    expect(store.chat(chatId)?.lastMessage.text).toBe('text 5');
    jest.advanceTimersByTime(1_000);
    expect(store.chat(chatId)?.lastMessage.text).toBe('');
  });

  it('are gone from the device too: what nobody has opened is read and written again without them', async () => {
    const database = memoryDatabase();
    await database.claim('me');
    const kept = async () =>
      JSON.stringify(await database.read([`chat/${chatId}`, `newest/${chatId}`, 'list']));
    const first = openedStore([message(1, null), message(2, begin + 600_000)]);
    const keeping = new Keeping(first, database);
    keeping.lead('1');
    await first.loadChats('');
    await first.loadMessages(chatId, {});
    await keeping.write();
    expect(await kept()).toContain('text 2');

    // Another start, before its end, that opens another conversation.
    jest.setSystemTime(begin + 500_000);
    const next = openedStore([message(1, null), message(2, begin + 600_000)]);
    const second = new Keeping(next, database);
    const [position, list] = await database.read(['position', 'list']);
    second.open(position as never, list, null);
    second.lead('1');
    expect(next.chat(chatId)?.lastMessage.text).toBe('text 2');
    endMessages(next, { now: Date.now, keptEnds: () => second.ends() });
    await settle();
    jest.advanceTimersByTime(100_000);
    await settle();
    await second.write();
    expect(await kept()).toContain('text 1');
    expect(await kept()).not.toContain('text 2');
    expect((await database.read(['ends']))[0]).toEqual({});
    expect((await database.read([ownerKey]))[0]).toBe('me');
  });

  it('are not shown for a moment by a start after their end', async () => {
    const database = memoryDatabase();
    await database.claim('me');
    const first = openedStore([message(1, null), message(2, begin + 60_000)]);
    const keeping = new Keeping(first, database);
    keeping.lead('1');
    await first.loadChats('');
    await first.loadMessages(chatId, {});
    await keeping.write();
    jest.setSystemTime(begin + 60_000);
    const next = openedStore([]);
    const second = new Keeping(next, database);
    const [position, list, chat] = await database.read(['position', 'list', `chat/${chatId}`]);
    second.open(position as never, list, { kept: chat as never, isWhole: true });
    expect(textsOf(next)).toEqual(['text 1']);
    expect(next.chat(chatId)?.lastMessage.text).toBe('text 1');
  });
});
