import type { Message } from '../api/chats.js';
import { addToDraft, readDraft, storeDraft } from '../api/kept-drafts.js';
import { ChangedEdits } from './changed-edits.js';
import { LocalStore } from './local-store.js';
import { noMessages } from './messages.js';
import { SimulatedServer } from './testing/simulated-server.js';

const [me, chatId] = ['a', 'a--b'] as const;

afterEach(() => storeDraft(chatId, ''));

it('of several messages that are changed the one that was open last comes first, until each is over', () => {
  const server = new SimulatedServer();
  const [first, second] = [server.send(me, chatId), server.send(me, chatId)];
  const edits = new ChangedEdits(new LocalStore(me));
  edits.change(first, 'changed');
  edits.change(second, 'changed as well');
  expect(edits.lastOf(chatId)).toBe(second);
  edits.open(first);
  expect(edits.lastOf(chatId)).toBe(first);
  edits.change(first, first.text);
  expect([edits.textOf(first), edits.textOf(second)]).toEqual([undefined, 'changed as well']);
  expect([edits.lastOf(chatId), edits.lastOf('a--c')]).toEqual([second, null]);
  edits.end(second);
  expect([edits.lastOf(chatId), edits.has()]).toEqual([null, false]);
});

it('nobody is asked because of a message that is gone', () => {
  const store = new LocalStore(me);
  const message = new SimulatedServer().send(me, chatId);
  const edits = new ChangedEdits(store);
  edits.change(message, 'changed');
  expect(edits.has()).toBe(true);
  store.hide(chatId, message.seq);
  expect(edits.has()).toBe(false);
});

const endings: [string, (store: LocalStore, message: Message) => void][] = [
  ['hidden, or has ended', (store, { seq }) => store.hide(chatId, seq)],
  [
    'deleted',
    (store, message) =>
      store.putChanged({ ...message, text: '', deletedAt: '2026-11-20T12:00:00Z' }),
  ],
  [
    'not in its place any more',
    (store) => store.putKept(chatId, { ...noMessages, known: [{ from: 1, to: 9 }], end: 9 }),
  ],
];

it.each(endings)('what was changed of a message that is %s is a draft, once', (_name, end) => {
  const server = new SimulatedServer();
  const [first, second] = [server.send(me, chatId), server.send(me, chatId)];
  const store = new LocalStore(me);
  const edits = new ChangedEdits(store);
  storeDraft(chatId, 'a draft');
  edits.change(first, 'changed');
  edits.change(second, 'changed');
  edits.change(second, second.text);
  expect(edits.moveEnded()).toEqual([]);
  for (const message of [first, second]) end(store, message);
  expect(edits.moveEnded()).toEqual([first]);
  expect(readDraft(chatId)).toBe('a draft\nchanged');
  expect([edits.isMoved(first), edits.isMoved(second)]).toEqual([true, false]);
  expect([edits.textOf(first), edits.moveEnded()]).toEqual([undefined, []]);
});

it('what is in the draft already is not in it twice', () => {
  storeDraft(chatId, 'a draft');
  for (let times = 0; times < 2; times++) addToDraft(chatId, 'changed');
  expect(readDraft(chatId)).toBe('a draft\nchanged');
});
