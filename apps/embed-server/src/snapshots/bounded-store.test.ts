import { boundStore, StoreLate } from './bounded-store.js';
import type { SnapshotStore } from './snapshot-store.port.js';

/** A store whose calls end when they are told to. */
function createHangingStore() {
  const calls: (() => void)[] = [];
  const hang = <T>(value: T) => new Promise<T>((resolve) => calls.push(() => resolve(value)));
  const store: SnapshotStore = {
    read: () => hang(null),
    write: () => hang(undefined),
    remove: () => hang(undefined),
    list: () => hang([]),
  };
  return { store, calls };
}

const failures: unknown[] = [];
const reports = {
  worked: () => undefined,
  failed: (_: string, error: unknown) => void failures.push(error),
};
const bounds = { places: 2, readTimeout: 20, writeTimeout: 20 };

it('nobody waits for a store that hangs, and it gets no more calls than it has places', async () => {
  const { store, calls } = createHangingStore();
  const bounded = boundStore(store, bounds, reports);
  const tries = await Promise.allSettled(Array.from({ length: 100 }, () => bounded.read('x', 1)));
  expect(tries.map(({ status }) => status)).toEqual(Array(100).fill('rejected'));
  await expect(bounded.write('x', Buffer.alloc(0), 1)).rejects.toThrow(StoreLate);
  // One to read, one to write; those that were given up still hold their places.
  expect(calls).toHaveLength(2);
  expect(failures).toHaveLength(101);
});

it('a call that ends frees its place', async () => {
  const { store, calls } = createHangingStore();
  const bounded = boundStore(store, { ...bounds, readTimeout: 60_000 }, reports);
  const [first, second] = [bounded.read('x', 1), bounded.read('y', 1)];
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toHaveLength(1);
  calls[0]?.();
  expect(await first).toBeNull();
  await new Promise((resolve) => setImmediate(resolve));
  calls[1]?.();
  expect(await second).toBeNull();
});
