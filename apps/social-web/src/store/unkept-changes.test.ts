// What a full storage did not take is in the memory of each tab that is open.
import { mirrored } from '../api/queue-mirror.js';
import type { QueuedFile, SentMessage } from './queue-model.js';
import { Queue } from './queue.js';
import { memoryDatabase } from './testing/memory-database.js';
import { limitedStorage, start } from './testing/mirrored-storage.js';

const turn = () => new Promise(setImmediate);
const settled = async () => {
  for (let turns = 0; turns < 9; turns++) await turn();
};

/** Two tabs without a network, of which the first has queued a message, and the second has found it in the database. */
async function openTabs() {
  const database = memoryDatabase();
  await database.claim('ann');
  const { open, fill } = limitedStorage();
  const world = { isOnline: false, sent: [] as string[] };
  const openTab = () => {
    const storage = open();
    const queue = new Queue(['queue/ann/'], {
      storage: mirrored('ann', storage, database),
      deliver: async ({ id }) => void world.sent.push(id),
      isOnline: () => world.isOnline,
      onSignedOut: () => {},
      pause: () => Promise.resolve(),
    });
    return { storage, queue };
  };
  const first = openTab();
  fill(true);
  first.queue.add('one', { kind: 'send', clientId: 'a', text: 'too much' });
  first.queue.add('one', { kind: 'send', clientId: 'b', text: 'too much as well' });
  await turn();
  const second = openTab();
  await start(second.storage, database);
  second.queue.changed();
  expect(second.queue.changes().map(({ id }) => id)).toEqual(['a', 'b']);
  return { world, database, queues: [first.queue, second.queue] as const };
}

it('discarded in one tab, it is sent by no other', async () => {
  const { world, queues } = await openTabs();
  const [first, second] = queues;
  first.discard('a');
  await turn();
  world.isOnline = true;
  second.wake();
  await turn();
  expect(world.sent).toEqual(['b']);
  expect(second.changes()).toEqual([]);
  // Nor is what another tab has sent.
  first.wake();
  await turn();
  expect(world.sent).toEqual(['b']);
  expect(first.changes()).toEqual([]);
});

it('it is sent where the database does not reply', async () => {
  const { world, database, queues } = await openTabs();
  database.read = () => Promise.reject(new Error('denied'));
  world.isOnline = true;
  queues[1].wake();
  await turn();
  expect(world.sent).toEqual(['a', 'b']);
});

const message = (clientId: string): SentMessage => ({ kind: 'send', clientId, text: 'text' });
const film: QueuedFile = {
  ...{ id: 'film', name: 'film.mp4', alt: '', type: 'video/mp4', size: 1e9 },
  ...{ width: null, height: null },
};

/** A tab that writes, and another one that sends. */
async function openWriter() {
  const database = memoryDatabase();
  await database.claim('ann');
  const { open, fill } = limitedStorage();
  const world = { isOnline: false, sent: [] as string[] };
  const openTab = (name: string) =>
    new Queue(['queue/ann/'], {
      storage: mirrored('ann', open(), database),
      deliver: async ({ id }) => void world.sent.push(`${name} ${id}`),
      isOnline: () => world.isOnline,
      onSignedOut: () => {},
      pause: () => Promise.resolve(),
    });
  const [own, other] = [openTab('own'), openTab('other')];
  other.run();
  /** The network is back, and everything has been sent. */
  const send = async () => {
    world.isOnline = true;
    other.changed();
    await settled();
    own.wake();
    await settled();
    return world.sent;
  };
  return { own, fill, send };
}

it('is sent by its own tab, in its turn', async () => {
  const { own, fill, send } = await openWriter();
  own.add('one', message('kept'));
  fill(true);
  own.add('one', message('unkept'));
  expect(['kept', 'unkept'].map((id) => own.isKept(id))).toEqual([true, false]);
  expect(await send()).toEqual(['other kept', 'own unkept']);
  expect(own.changes()).toEqual([]);
});

describe('what is behind a message that its tab alone has', () => {
  it('is sent by no other tab before it, where the storage had no room for that', async () => {
    const { own, fill, send } = await openWriter();
    fill(true);
    own.add('one', message('first'));
    fill(false);
    own.add('one', message('second'));
    own.add('two', message('elsewhere'));
    expect(await send()).toEqual(['other elsewhere', 'own first', 'own second']);
  });

  it('nor where the device had none for its files, which is known a moment later', async () => {
    const { own, send } = await openWriter();
    own.add('one', { ...message('first'), files: [film] });
    for (const id of ['second', 'third']) own.add('one', message(id));
    await settled();
    own.update('first', { ...message('first'), files: [{ ...film, isUnkept: true }] });
    own.add('one', message('fourth'));
    const ids = ['first', 'second', 'third', 'fourth'];
    expect(ids.map((id) => own.isKept(id))).toEqual(ids.map(() => false));
    await settled();
    expect(await send()).toEqual(ids.map((id) => `own ${id}`));
    expect(own.changes()).toEqual([]);
  });
});
