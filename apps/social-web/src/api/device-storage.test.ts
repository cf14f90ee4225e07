import {
  deviceStorage,
  openStorage,
  removePersonal,
  type DeviceStorage,
} from './device-storage.js';

/** A browser's storage whose uses fail from some moment on. */
function failingStorage() {
  const values = new Map<string, string>();
  const state = { fails: false };
  const using = <Value>(act: () => Value): Value => {
    if (state.fails) throw new DOMException('damaged', 'SecurityError');
    return act();
  };
  const methods = {
    getItem: (key: string) => using(() => values.get(key) ?? null),
    setItem: (key: string, value: string) => using(() => void values.set(key, value)),
    removeItem: (key: string) => using(() => void values.delete(key)),
  };
  const storage = new Proxy(methods, {
    ownKeys: () => using(() => [...values.keys()]),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  return { state, values, storage: storage as unknown as Storage };
}

const used = (storage: DeviceStorage) => {
  storage.setItem('queue/a', '1');
  storage.setItem('queue/b', '2');
  storage.removeItem('queue/a');
  return [storage.getItem('queue/a'), storage.getItem('queue/b'), storage.keys()];
};

it.each<[string, () => Storage | null]>([
  [
    'whose property throws',
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
  ],
  ['that is not there', () => null],
  [
    'of which each use throws',
    () => {
      const { state, storage } = failingStorage();
      state.fails = true;
      return storage;
    },
  ],
])('a storage %s is memory, which no other tab sees', (_which, find) => {
  const storage = openStorage(find);
  expect(storage.isShared).toBe(false);
  expect(used(storage)).toEqual([null, '2', ['queue/b']]);
});

it('one that fails later goes on in memory: what was removed stays so, and nothing throws', () => {
  const { state, values, storage: browsers } = failingStorage();
  const storage = openStorage(() => browsers);
  storage.setItem('queue/old', '0');
  state.fails = true;
  storage.removeItem('queue/old');
  expect(used(storage)).toEqual([null, '2', ['queue/b']]);
  expect([storage.isKept('queue/b'), [...values.keys()]]).toEqual([false, ['queue/old']]);
  state.fails = false;
  expect([storage.getItem('queue/old'), storage.keys()]).toEqual([null, ['queue/b']]);
  storage.setItem('queue/old', '3');
  expect(storage.getItem('queue/old')).toBe('3');
});

it('what goes with its person is all that is theirs, and nothing that is of the device', () => {
  const theirs = [
    ...['notify', 'sound', 'snapshot', 'times', 'draft/ann--bob/reply', 'outbox/ann/1'],
    ...['queue/ann/1', 'queue/friends/ann/1', 'queue/reached/ann'],
    ...['handle/ann', 'skipped-handle/ann', 'emoji/recent', 'emoji/tone'],
  ];
  const ofDevice = ['theme', 'language', 'clock-ahead', 'single-keys', 'owner', 'notify/other'];
  for (const key of [...theirs, ...ofDevice]) deviceStorage.setItem(key, 'x');
  removePersonal((key) => key !== 'sound');
  expect(deviceStorage.keys()).toEqual(['sound', ...ofDevice]);
  removePersonal();
  expect(deviceStorage.keys()).toEqual(ofDevice);
});
