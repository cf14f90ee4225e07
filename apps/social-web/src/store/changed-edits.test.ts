import { ChangedEdits } from './changed-edits.js';
import { LocalStore } from './local-store.js';
import { SimulatedServer } from './testing/simulated-server.js';

const [me, chatId] = ['a', 'a--b'] as const;

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
