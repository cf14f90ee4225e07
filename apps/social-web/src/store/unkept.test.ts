import { withOverflow } from '../api/device-storage.js';
import type { QueuedFile, SentMessage } from './queue-model.js';
import { Queue } from './queue.js';

/** The storage of a browser, which can be full. */
class StorageOfBrowser {
  isFull = false;
  readonly values = new Map<string, string>();
  /** As a browser has it: each key is a property of it, too. */
  readonly storage = new Proxy({} as Storage, {
    ownKeys: () => [...this.values.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get: (_target, name) => this.methods[name as keyof StorageOfBrowser['methods']],
  });
  private readonly methods = {
    getItem: (key: string) => this.values.get(key) ?? null,
    removeItem: (key: string) => void this.values.delete(key),
    setItem: (key: string, value: string) => {
      if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
      this.values.set(key, value);
    },
  };
}

let browser: StorageOfBrowser;
let sent: string[];
let isOnline: boolean;
beforeEach(() => {
  [browser, sent, isOnline] = [new StorageOfBrowser(), [], false];
});

function openTab(name = ''): Queue {
  return new Queue(['queue/me/'], {
    storage: withOverflow(browser.storage),
    deliver: async ({ id }) => void sent.push(name + id),
    isOnline: () => isOnline,
    onSignedOut: () => {},
    pause: () => Promise.resolve(),
  });
}

const message = (clientId: string): SentMessage => ({ kind: 'send', clientId, text: 'text' });
const film: QueuedFile = {
  ...{ id: 'film', name: 'film.mp4', alt: '', type: 'video/mp4', size: 1e9 },
  ...{ width: null, height: null, isUnkept: true },
};
const settled = async () => {
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
};

it('what the full storage did not take is sent by its own tab, in its turn', async () => {
  const queue = openTab();
  queue.add('one', message('kept'));
  browser.isFull = true;
  queue.add('one', message('unkept'));
  expect(['kept', 'unkept'].map((id) => queue.isKept(id))).toEqual([true, false]);
  isOnline = true;
  queue.wake();
  await settled();
  // The tab that runs the queue sends the first.
  expect(sent).toEqual([]);
  browser.values.clear();
  queue.changed();
  await settled();
  expect(sent).toEqual(['unkept']);
  expect(queue.changes()).toEqual([]);
});

describe('what is behind a message that its tab alone has', () => {
  it.each([
    ['with files of which the device did not take the bytes', () => {}, [film]],
    ['that came when the storage was full', (full: boolean) => (browser.isFull = full), undefined],
  ])('is not sent by another tab before it: %s', async (_why, fill, files) => {
    const [own, other] = [openTab('own '), openTab('other ')];
    fill(true);
    own.add('one', { ...message('first'), ...(files && { files }) });
    fill(false);
    own.add('one', message('second'));
    own.add('two', message('elsewhere'));
    other.run();
    isOnline = true;
    other.changed();
    await settled();
    expect(sent).toEqual(['other elsewhere']);
    own.wake();
    await settled();
    expect(sent.slice(1)).toEqual(['own first', 'own second']);
    expect([...own.changes(), ...browser.values.keys()]).toEqual([]);
  });

  it('neither where that is found out later', async () => {
    const [own, other] = [openTab('own '), openTab('other ')];
    own.add('one', {
      ...message('first'),
      files: [{ ...film, isUnkept: undefined } as QueuedFile],
    });
    for (const id of ['second', 'third']) own.add('one', message(id));
    own.update('first', { ...message('first'), files: [film] });
    expect(['first', 'second', 'third'].map((id) => own.isKept(id))).toEqual([false, false, false]);
    other.run();
    isOnline = true;
    other.changed();
    own.wake();
    await settled();
    expect(sent).toEqual(['own first', 'own second', 'own third']);
  });
});
