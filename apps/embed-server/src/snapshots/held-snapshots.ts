import { LRUCache } from 'lru-cache';
import { imageTypeOf } from '../images/image-type.js';
import { decodeSnapshot, decodeVoid } from './parse-snapshot.js';
import { sizeOf, type Snapshot, type VoidUntil } from './snapshot.js';
import { erasureName, snapshotName, voidName } from './snapshot-names.js';
import type { SnapshotStore } from './snapshot-store.port.js';

// What the store holds, read when it is needed and held for some seconds, so that the pictures of a page do not each ask for
// it. Guarantees: what is void, torn, foreign or unreadable is never returned; what another replica erased, for `heldFor` at most.

export interface HeldParts {
  readonly store: SnapshotStore;
  readonly now: () => number;
  /** Of a snapshot: larger objects are not read. */
  readonly maxBytes: number;
  /** Whether this version can show it: what another one wrote, or a hand, may be of another shape. */
  readonly isReadable: (snapshot: Snapshot) => boolean;
  /** An object was found that this service did not write, or not whole. */
  readonly onForeign: () => void;
}

export type HeldSnapshots = ReturnType<typeof createHeldSnapshots>;

// Milliseconds.
const heldFor = 15_000;
const [heldBytes, overhead] = [32 * 1024 * 1024, 1024];
// Beside the bytes of the post and its pictures.
const headBytes = 64 * 1024;

export function createHeldSnapshots({ store, now, maxBytes, isReadable, onForeign }: HeldParts) {
  const held = new LRUCache<string, { readonly snapshot: Snapshot | null; readonly until: number }>(
    {
      maxSize: heldBytes,
      sizeCalculation: ({ snapshot }) => overhead + (snapshot ? sizeOf(snapshot) : 0),
    },
  );
  const running = new Map<string, Promise<Snapshot | null>>();

  async function voidUntil(key: string): Promise<VoidUntil> {
    const [voided, erased] = await Promise.all(
      [voidName(key), erasureName(key)].map((name) => store.read(name, headBytes)),
    );
    if (erased) return Infinity;
    return voided ? decodeVoid(voided) : 0;
  }

  async function load(key: string): Promise<Snapshot | null> {
    const name = snapshotName(key);
    const value = await store.read(name, maxBytes + headBytes);
    if (value === null) return null;
    const snapshot = decodeSnapshot(value);
    if (snapshot?.key !== key || !isReadable(snapshot)) {
      onForeign();
      return null;
    }
    if (snapshot.takenAt > (await voidUntil(key))) return withoutForeignPictures(snapshot);
    // Written while it was erased.
    await store.remove(name);
    return null;
  }

  function loadOnce(key: string): Promise<Snapshot | null> {
    const loading = load(key).then((snapshot) => {
      // Not if it was forgotten meanwhile.
      if (running.get(key) === loading) held.set(key, { snapshot, until: now() + heldFor });
      return snapshot;
    });
    running.set(key, loading);
    const done = () => {
      if (running.get(key) === loading) running.delete(key);
    };
    loading.then(done, done);
    return loading;
  }

  return {
    /** Throws what the store throws. */
    lookUp: async (key: string): Promise<Snapshot | null> => {
      const known = held.get(key);
      if (known && known.until > now()) return known.snapshot;
      return running.get(key) ?? loadOnce(key);
    },
    voidUntil,
    forget: (key: string): void => {
      held.delete(key);
      running.delete(key);
    },
  };
}

/** Whoever may write to the store must not make this server send anything but pictures as pictures. */
async function withoutForeignPictures(snapshot: Snapshot): Promise<Snapshot> {
  const types = await Promise.all(snapshot.pictures.map(({ body }) => imageTypeOf(body)));
  return {
    ...snapshot,
    pictures: snapshot.pictures.filter(({ about }, at) => about === types[at]),
  };
}
