import { LRUCache } from 'lru-cache';
import type { HeldSnapshots } from './held-snapshots.js';
import { encodeVoid } from './parse-snapshot.js';
import { sizeOf, type ErasedSnapshot, type Snapshot, type VoidUntil } from './snapshot.js';
import { erasureName, snapshotName, voidName } from './snapshot-names.js';
import type { SnapshotStore } from './snapshot-store.port.js';

// Erasing. Guarantees: this replica shows nothing that is void from the moment on in which it learns so, whatever the store
// does; the record of it lies in the store before the snapshot is removed, so that no replica shows what one of them still
// writes; what the store refuses is tried again until it is done.
//
//   withdrawn   nothing that was read by now is shown or kept: a purge, or the network says that the post is gone
//   erased      the same, and nothing is kept again: somebody asked for it

export interface ErasureParts {
  readonly store: SnapshotStore;
  readonly held: HeldSnapshots;
  readonly now: () => number;
  /** The other keys of the same post. */
  readonly keysBeside: (key: string, post: Snapshot['post'] | null) => readonly string[];
  /** Whether a snapshot of the key is about to be written. */
  readonly isPending: (key: string) => boolean;
}

export type Erasures = ReturnType<typeof createErasures>;

const mostRemembered = 10_000;
// Milliseconds.
const retryAfter = 5_000;

export function createErasures({ store, held, now, keysBeside, isPending }: ErasureParts) {
  const voids = new LRUCache<string, VoidUntil>({ max: mostRemembered });
  const open = new Map<string, () => Promise<unknown>>();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function note(key: string, until: VoidUntil): void {
    voids.set(key, latest(key, until));
    held.forget(key);
  }

  /** A request to erase for good outweighs what is learned while it is open. */
  const latest = (key: string, until: VoidUntil) => Math.max(until, voids.get(key) ?? 0);

  /** The record first: whoever writes meanwhile finds it afterwards. */
  async function record(key: string, until: VoidUntil): Promise<void> {
    note(key, until);
    const name = until === Infinity ? erasureName(key) : voidName(key);
    const time = now();
    await store.write(name, encodeVoid(until === Infinity ? time : until), time);
    if (until === Infinity) await store.remove(snapshotName(key));
    held.forget(key);
    // Looked up, what is void is removed; what was read since then stays.
    if (until !== Infinity) await held.lookUp(key);
  }

  async function erase(key: string, until: VoidUntil): Promise<ErasedSnapshot[]> {
    const found = await held.lookUp(key);
    const keys = [key, ...keysBeside(key, found?.post ?? null)];
    const all = await Promise.all(keys.map((each) => held.lookUp(each)));
    for (const each of keys) await record(each, until);
    return all.flatMap((each) => (each ? [erasedOf(each)] : []));
  }

  /** Runs now, and again until it is done once. */
  async function insist<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (open.size >= mostRemembered) open.delete([...open.keys()][0] ?? '');
    open.set(key, work);
    try {
      const result = await work();
      if (open.get(key) === work) open.delete(key);
      return result;
    } catch (error) {
      scheduleRetry();
      throw error;
    }
  }

  function scheduleRetry(): void {
    if (retry !== undefined || isClosed) return;
    retry = setTimeout(() => {
      retry = undefined;
      void retryAll();
    }, retryAfter);
    retry.unref();
  }

  async function retryAll(): Promise<void> {
    for (const [key, work] of [...open]) await insist(key, work).catch(() => undefined);
  }

  return {
    /** Whether what was read at that time may not be shown any more, as far as this replica knows. */
    isVoid: (key: string, takenAt: number) => takenAt <= (voids.get(key) ?? 0),
    /** Somebody asked for it. Throws what the store throws, and tries again all the same. */
    erase: (key: string, isForGood: boolean) => {
      const until = isForGood ? Infinity : now();
      for (const each of [key, ...keysBeside(key, null)]) note(each, until);
      return insist(key, () => erase(key, latest(key, until)));
    },
    /**
     * The network says so. Where nothing is kept, nothing is written: anybody may ask for posts that were never there.
     * Never throws.
     */
    withdraw: async (key: string): Promise<void> => {
      const until = now();
      const wasPending = isPending(key);
      note(key, until);
      const work = async () => {
        const known = latest(key, until);
        const isKept = known === Infinity || wasPending || (await held.lookUp(key)) !== null;
        if (isKept) await erase(key, known);
      };
      await insist(key, work).catch(() => undefined);
    },
    retryAll,
    close: () => {
      isClosed = true;
      clearTimeout(retry);
    },
  };
}

function erasedOf(snapshot: Snapshot): ErasedSnapshot {
  const { takenAt, pictures } = snapshot;
  return { takenAt, pictures: pictures.length, bytes: sizeOf(snapshot) };
}
