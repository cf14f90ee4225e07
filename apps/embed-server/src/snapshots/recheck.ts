import type { HeldSnapshots } from './held-snapshots.js';
import { decodeSnapshot } from './parse-snapshot.js';
import { isSnapshotName, isVoidName, namesBeside } from './snapshot-names.js';
import type { ListedObject, SnapshotStore } from './snapshot-store.port.js';
import type { StoreRoom } from './store-room.js';

// A round over the store, once in `recheckPeriod`: what nobody asks for is asked for again, so that a deletion is followed all
// the same. Guarantees: one round at a time, and no more than `mostChecked` posts in each, the ones first that were read longest
// ago. A post that fails is left alone for a day, as one that was read; what is void is removed, too.

export interface RecheckParts {
  readonly store: SnapshotStore;
  readonly held: HeldSnapshots;
  readonly room: StoreRoom;
  readonly now: () => number;
  /** Of a snapshot. */
  readonly maxBytes: number;
  /** Whether posts are asked for again; else only what is void is removed. */
  readonly follow: boolean;
  /** Reads the post as a request would. */
  readonly reread: (key: string) => Promise<unknown>;
  readonly retryErasures: () => Promise<void>;
}

/** Milliseconds between two rounds. */
export const recheckPeriod = 600_000;

const [mostChecked, day] = [100, 86_400_000];
const headBytes = 64 * 1024;

/** Returns a function that does one round, and never throws. */
export function createRecheck(parts: RecheckParts): () => Promise<void> {
  const { store, held, room, now, maxBytes, follow, reread } = parts;
  const checkedAt = new Map<string, number>();
  let isRunning = false;

  async function removeVoid(objects: readonly ListedObject[]): Promise<void> {
    const names = new Set(objects.map(({ name }) => name));
    for (const { name } of objects.filter(isSnapshot)) {
      // Reading it removes it, if the record beside it says so.
      if (namesBeside(name).some((each) => names.has(each))) await keyOf(name, held.lookUp);
    }
    // Whatever was read before is over by then.
    const isOver = ({ name, storedAt }: ListedObject) => isVoidName(name) && storedAt + day < now();
    for (const { name } of objects.filter(isOver)) await store.remove(name);
  }

  async function keyOf(name: string, use: (key: string) => Promise<unknown>): Promise<void> {
    const value = await store.read(name, maxBytes + headBytes);
    const snapshot = value && decodeSnapshot(value);
    if (snapshot) await use(snapshot.key);
  }

  async function checkOldest(snapshots: readonly ListedObject[]): Promise<void> {
    const isDue = ({ name, storedAt }: ListedObject) =>
      Math.max(storedAt, checkedAt.get(name) ?? 0) + day <= now();
    const due = snapshots.filter(isDue).toSorted((a, b) => a.storedAt - b.storedAt);
    for (const { name } of due.slice(0, mostChecked)) {
      checkedAt.set(name, now());
      // What the upstream says is taken note of where it is read.
      await keyOf(name, (key) => reread(key).catch(() => undefined));
    }
    const names = new Set(snapshots.map(({ name }) => name));
    for (const name of checkedAt.keys()) if (!names.has(name)) checkedAt.delete(name);
  }

  async function round(): Promise<void> {
    await parts.retryErasures();
    const objects = await store.list();
    const snapshots = room.count(objects);
    await removeVoid(objects);
    if (follow) await checkOldest(snapshots);
  }

  return async () => {
    if (isRunning) return;
    isRunning = true;
    // What the store refuses was reported where it was asked.
    await round().catch(() => undefined);
    isRunning = false;
  };
}

function isSnapshot({ name }: ListedObject): boolean {
  return isSnapshotName(name);
}
