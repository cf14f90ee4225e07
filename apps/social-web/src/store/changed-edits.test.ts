import type { Message } from '../api/chats.js';
import { claimDevice } from '../api/device-owner.js';
import { deviceStorage, removePersonal } from '../api/device-storage.js';
import { addToDraft, readDraft, storeDraft } from '../api/kept-drafts.js';
import { removeEdit } from '../api/kept-edits.js';
import { ChangedEdits } from './changed-edits.js';
import { LocalStore } from './local-store.js';
import { noMessages } from './messages.js';
import { SimulatedServer } from './testing/simulated-server.js';

const [me, chatId] = ['a', 'a--b'] as const;

beforeEach(() => claimDevice(me));
afterEach(() => removePersonal());

/** What is kept of a message whose text is changed. */
const kept = ({ id, seq, text }: Message) => ({ id, chatId, seq, text });

it('of several messages that are changed the one that was open last comes first, until each is over', () => {
  const server = new SimulatedServer();
  const [first, second] = [server.send(me, chatId), server.send(me, chatId)];
  const edits = new ChangedEdits(new LocalStore(me));
  edits.change(first, 'changed');
  edits.change(second, 'changed as well');
  expect(edits.lastOf(chatId)).toEqual(kept(second));
  expect(edits.open(first)).toEqual(kept(first));
  expect(edits.lastOf(chatId)).toEqual(kept(first));
  edits.change(first, first.text);
  expect([edits.textOf(first), edits.textOf(second)]).toEqual([undefined, 'changed as well']);
  expect([edits.lastOf(chatId), edits.lastOf('a--c')]).toEqual([kept(second), null]);
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
  expect(edits.moveEnded()).toEqual([kept(first)]);
  expect(readDraft(chatId)).toBe('a draft\nchanged');
  expect([edits.isMoved(first), edits.isMoved(second)]).toEqual([true, false]);
  expect([edits.textOf(first), edits.moveEnded()]).toEqual([undefined, []]);
});

it('what is in the draft already is not in it twice', () => {
  storeDraft(chatId, 'a draft');
  for (let times = 0; times < 2; times++) addToDraft(chatId, 'changed');
  expect(readDraft(chatId)).toBe('a draft\nchanged');
});

it('what was changed of a message whose time is over is a draft, also where nothing else is known of it', () => {
  const message = new SimulatedServer().send(me, chatId);
  const edits = new ChangedEdits(new LocalStore(me));
  edits.change({ ...message, expiresAt: new Date(Date.now() + 60_000).toISOString() }, 'changed');
  expect([edits.has(), edits.moveEnded()]).toEqual([true, []]);
  edits.change({ ...message, expiresAt: new Date(Date.now() - 1).toISOString() }, 'changed');
  expect([edits.has(), edits.lastOf(chatId), edits.moveEnded().length]).toEqual([false, null, 1]);
  expect(readDraft(chatId)).toBe('changed');
});

it('an edit goes on from the text on which it was begun, in any tab', () => {
  const message = new SimulatedServer().send(me, chatId);
  const [one, other] = [1, 2].map(() => new ChangedEdits(new LocalStore(me)));
  one!.change(message, 'changed');
  expect(other!.textOf(message)).toBe('changed');
  expect(other!.open({ ...message, text: 'newer' })).toEqual(kept(message));
  other!.end(message);
  expect(one!.textOf(message)).toBeUndefined();
});

it('nothing is kept for somebody who has signed out, nor left to the next person', () => {
  const message = new SimulatedServer().send(me, chatId);
  const edits = new ChangedEdits(new LocalStore(me));
  edits.change(message, 'changed');
  claimDevice('b');
  edits.change(message, 'and later');
  expect(deviceStorage.keys()).toEqual(['owner']);
});

it('what another program has left there is no edit', () => {
  const message = new SimulatedServer().send(me, chatId);
  const edits = new ChangedEdits(new LocalStore(me));
  edits.change(message, 'changed');
  const [key] = deviceStorage.keys().filter((one) => one.includes('/edit/'));
  const whole = JSON.parse(deviceStorage.getItem(key!)!) as Record<string, unknown>;
  const damaged = [
    ...['', 'x', '{', 'null', '1', '[]', '{}'],
    ...[
      { message: null },
      { text: 1 },
      { order: null },
      { message: { ...kept(message), id: 'other' } },
    ].map((part) => JSON.stringify({ ...whole, ...part })),
    JSON.stringify({ ...whole, message: { ...kept(message), expiresAt: 1 } }),
  ];
  for (const value of damaged) {
    deviceStorage.setItem(key!, value);
    expect([edits.has(), edits.textOf(message), edits.lastOf(chatId)]).toEqual([
      false,
      undefined,
      null,
    ]);
    expect(edits.moveEnded()).toEqual([]);
  }
  removeEdit(message);
});
