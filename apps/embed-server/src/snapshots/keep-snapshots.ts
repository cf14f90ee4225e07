import type { CachedBody } from '../cache/cache-store.port.js';
import type { Erasures } from './erasures.js';
import type { HeldSnapshots } from './held-snapshots.js';
import { encodeSnapshot } from './parse-snapshot.js';
import type { KeptPicture } from './snapshot.js';
import { snapshotName } from './snapshot-names.js';
import type { SnapshotStore } from './snapshot-store.port.js';
import type { StoreRoom } from './store-room.js';

// Keeping. Guarantees: no reply waits for it; no more than `mostWaiting` posts wait, one for each key; nothing stays that was
// read before its erasure, however the two meet.

/** A post as its upstream gave it. */
export interface Offer {
  readonly key: string;
  readonly post: CachedBody;
  /** Milliseconds of the epoch: when the upstream was asked. */
  readonly takenAt: number;
}

/** `crowded`: too many wait already. `large`: more bytes than one snapshot may have. `full`: than all may have together. */
export type KeepOutcome = 'kept' | 'void' | 'crowded' | 'large' | 'full' | 'failed';

export interface KeepParts {
  readonly store: SnapshotStore;
  readonly held: HeldSnapshots;
  readonly room: StoreRoom;
  readonly erasures: () => Pick<Erasures, 'isVoid'>;
  /** Of one snapshot, with its pictures. */
  readonly maxBytes: number;
  /** Its pictures within so many bytes. */
  readonly collect: (offer: Offer, room: number) => Promise<KeptPicture[]>;
  readonly count: (outcome: KeepOutcome) => void;
}

const [mostWaiting, mostAtOnce] = [200, 2];

export function createKeepSnapshots(parts: KeepParts) {
  const { store, held, room, maxBytes, collect, count } = parts;
  const waiting = new Map<string, Offer>();
  const running = new Map<string, Promise<void>>();
  let isClosed = false;

  async function isVoid({ key, takenAt }: Offer): Promise<boolean> {
    return parts.erasures().isVoid(key, takenAt) || takenAt <= (await held.voidUntil(key));
  }

  async function keep(offer: Offer): Promise<KeepOutcome> {
    const { key, post, takenAt } = offer;
    if (await isVoid(offer)) return 'void';
    const left = maxBytes - post.body.length;
    if (left < 0) return 'large';
    const pictures = await collect(offer, left);
    // Pictures that were not read since this server ends are no reason to be without them.
    if (isClosed) return 'crowded';
    const value = encodeSnapshot({ key, takenAt, post, pictures });
    if (!(await room.take(value.length))) return 'full';
    if (parts.erasures().isVoid(key, takenAt)) return 'void';
    await store.write(snapshotName(key), value, takenAt);
    held.forget(key);
    // Whoever erases records it first: a record that was not there before is there now.
    if (!(await isVoid(offer))) return 'kept';
    await store.remove(snapshotName(key));
    held.forget(key);
    return 'void';
  }

  function start(offer: Offer): void {
    const done = keep(offer)
      .catch(() => 'failed' as const)
      .then((outcome) => {
        running.delete(offer.key);
        count(outcome);
        startNext();
      });
    running.set(offer.key, done);
  }

  function startNext(): void {
    for (const [key, offer] of waiting) {
      if (running.size >= mostAtOnce) return;
      // One at a time for each key, so that an earlier one is not written last.
      if (running.has(key)) continue;
      waiting.delete(key);
      start(offer);
    }
  }

  return {
    /** Keeps it when there is time, in place of one that waits under its key. */
    offer: (offer: Offer): void => {
      if (waiting.size >= mostWaiting && !waiting.has(offer.key)) return count('crowded');
      waiting.set(offer.key, offer);
      startNext();
    },
    isPending: (key: string) => waiting.has(key) || running.has(key),
    /** Resolves when nothing waits to be kept. */
    settled: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
    /** What waits is not kept, nor what is not written yet. */
    close: async () => {
      isClosed = true;
      waiting.clear();
      await Promise.all(running.values());
    },
  };
}
