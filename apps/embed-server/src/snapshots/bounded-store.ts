import { bulkhead, type BulkheadPolicy } from 'cockatiel';
import { within } from '../http/within.js';
import type { SnapshotStore } from './snapshot-store.port.js';

// The store as the rest sees it. Guarantees: nobody waits for it longer than its time, however it hangs, and no more calls
// run at once than it has places: one that was given up keeps its place until it ends, since it may hold a thread.

export interface StoreBounds {
  /** Calls at once: half of them to read what is shown, half for the rest. */
  readonly places: number;
  /** Milliseconds for what a visitor waits for. */
  readonly readTimeout: number;
  /** Milliseconds for the rest. */
  readonly writeTimeout: number;
}

export interface StoreReports {
  /** `action` is a word of this code. */
  readonly worked: (action: StoreAction) => void;
  readonly failed: (action: StoreAction, error: unknown) => void;
}

export type StoreAction = keyof SnapshotStore;

/** The store did not reply in time, or too many wait for it. */
export class StoreLate extends Error {
  override readonly name = 'StoreLate';
  readonly code = 'ETIMEDOUT';
}

const waiting = 64;

export function boundStore(
  store: SnapshotStore,
  { places, readTimeout, writeTimeout }: StoreBounds,
  reports: StoreReports,
): SnapshotStore {
  const half = () => bulkhead(Math.max(1, Math.floor(places / 2)), waiting);
  const [reading, writing] = [half(), half()];

  async function run<T>(action: StoreAction, work: () => Promise<T>): Promise<T> {
    const isRead = action === 'read';
    try {
      const running = execute(isRead ? reading : writing, work);
      const result = await within(isRead ? readTimeout : writeTimeout, running, () => {
        throw new StoreLate('no reply in time');
      });
      reports.worked(action);
      return result;
    } catch (error) {
      reports.failed(action, error);
      throw error;
    }
  }

  return {
    read: (...query) => run('read', () => store.read(...query)),
    write: (...object) => run('write', () => store.write(...object)),
    remove: (name) => run('remove', () => store.remove(name)),
    list: () => run('list', () => store.list()),
  };
}

function execute<T>(policy: BulkheadPolicy, work: () => Promise<T>): Promise<T> {
  const isFull = policy.executionSlots + policy.queueSlots <= 0;
  if (isFull) return Promise.reject(new StoreLate('too many wait for the store'));
  return policy.execute(work);
}
