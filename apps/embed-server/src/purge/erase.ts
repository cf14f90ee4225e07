// Erasing on request: what is kept of a post, with its pictures, is removed and never kept again, and what the cache has of it
// is forgotten. Guarantees: no replica shows it a minute later; what is read of it meanwhile is not kept (ADR 0075).

import { SnapshotsUnavailable } from './purge.errors.js';
import {
  lookUpItem,
  requireComplete,
  type Erased,
  type EraseSnapshots,
  type LookUpParts,
  type PurgeParts,
} from './purge.js';

export interface EraseParts extends LookUpParts, Pick<PurgeParts, 'forget'> {
  readonly eraseSnapshots: EraseSnapshots;
}

export interface Erasure {
  readonly names: string[];
  readonly snapshots: Erased[];
}

export type Erase = (url: string) => Promise<Erasure>;

/** Throws NothingToPurge, SnapshotsUnavailable where the store did not take it yet, and PurgeIncomplete as a purge does. */
export function createErase(parts: EraseParts): Erase {
  const { forget, eraseSnapshots } = parts;
  return async (url) => {
    const { keys, holders, names } = await lookUpItem(url, parts);
    const forgotten: boolean[] = [];
    // Of what holds it the next snapshot is without it.
    const erasing = [
      ...keys.map((key) => erase(key, true)),
      ...holders.map((key) => erase(key, false).then(() => [])),
    ];
    const erased = await Promise.all(erasing).catch((cause: unknown) => {
      throw new SnapshotsUnavailable({ cause, retryAfter: 10 });
    });
    // Keys of one post lead to the same snapshots.
    const snapshots = [...new Map(erased.flat().map((one) => [JSON.stringify(one), one])).values()];
    requireComplete(forgotten);
    return { names, snapshots };

    async function erase(key: string, isForGood: boolean): Promise<readonly Erased[]> {
      // Replicas hear of it before they hear that the post is forgotten, which they take for less.
      const erasing = eraseSnapshots(key, isForGood);
      const [isKnownToAll] = await Promise.all([forget(key), erasing.catch(() => [])]);
      forgotten.push(isKnownToAll);
      return erasing;
    }
  };
}
