import type { Message } from '../api/chats.js';
import { LocalStore } from './local-store.js';
import type { Change, QueuedChange } from './queue-model.js';
import { restoreTaken } from './restore-taken.js';

const chatId = 'ann--bob';
const message = (seq: number): Message => ({
  ...{ id: `m${seq}`, chatId, seq, senderId: 'ann', clientId: `c${seq}`, text: 'words' },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', editedAt: null, deletedAt: null, reactions: [] },
});

/** As it is noted when the server had taken it, after the event numbered 5. */
function taken(change: Change, stored: Message | null = null): QueuedChange {
  const queued = { id: 'q', order: 1, chatId, change, at: '2026-01-01T00:00:00.000Z' };
  const reply = { message: stored, stamp: 5, epoch: '1-a' };
  return { ...queued, isTried: true, refusal: null, taken: reply };
}

function openStore(): LocalStore {
  const store = new LocalStore('ann');
  store.join('1-a');
  store.passEvent('5-a');
  return store;
}

const sent = (seq: number) =>
  taken({ kind: 'send', clientId: `c${seq}`, text: 'words' }, message(seq));
const reaction = taken({ kind: 'react', seq: 1, emoji: '👍', isOn: true });
const held = (store: LocalStore, seq: number) => store.messagesOf(chatId).held.get(seq)?.message;

it('what was taken is there, in its order', () => {
  const store = openStore();
  store.putNew(message(1));
  restoreTaken(store, [sent(2), reaction]);
  expect(held(store, 2)?.text).toBe('words');
  expect(held(store, 1)?.reactions).toEqual([{ userId: 'ann', emoji: '👍' }]);
});

it('a reaction that was taken back on another device stays away', () => {
  const store = openStore();
  store.putNew(message(1));
  store.passEvent('7-a');
  store.putChanged(message(1));
  restoreTaken(store, [reaction]);
  expect(held(store, 1)?.reactions).toEqual([]);
});

it('of a chat of which nothing is read yet it is first read what is gone', async () => {
  const store = openStore();
  store.opened.read = async () => store.hide(chatId, 2);
  restoreTaken(store, [sent(2), sent(3)]);
  await new Promise(setImmediate);
  expect(held(store, 2)).toBeUndefined();
  expect(held(store, 3)?.text).toBe('words');
});

it('what another program has damaged is left out', () => {
  const store = openStore();
  const strange = [{}, { change: {} }, { ...sent(2), taken: { message: 'x' } }];
  restoreTaken(store, strange as QueuedChange[]);
  expect(store.known().size).toBe(0);
});
