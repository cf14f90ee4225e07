// Erasing on request: what is kept of a post, with its pictures, is removed and never kept again, and what the cache has of it
// is forgotten. Guarantees: no replica shows it a minute later; what is read of it meanwhile is not kept (ADR 0075).

import { SnapshotsUnavailable } from './purge.errors.js';
import {
  lookUpItem,
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

/** Throws NothingToPurge, and SnapshotsUnavailable where the store did not take it yet. */
export function createErase(parts: EraseParts): Erase {
  const { forget, eraseSnapshots } = parts;
  return async (url) => {
    const { keys, names } = await lookUpItem(url, parts);
    const erased = await Promise.all(keys.map((key) => erase(key))).catch((cause: unknown) => {
      throw new SnapshotsUnavailable({ cause, retryAfter: 10 });
    });
    // Keys of one post lead to the same snapshots.
    const snapshots = [...new Map(erased.flat().map((one) => [JSON.stringify(one), one])).values()];
    return { names, snapshots };

    async function erase(key: string): Promise<readonly Erased[]> {
      await forget(key);
      return eraseSnapshots(key, true);
    }
  };
}
