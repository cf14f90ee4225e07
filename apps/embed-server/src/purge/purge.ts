// Purging: what this server keeps of an item is forgotten by every replica, and the caller learns by which names a cache in
// front knows the replies that were made of it. Guarantees: a look-up that begins afterwards asks the upstream; what was
// asked before, and comes back afterwards, is not kept (ADR 0069).

import { ServiceError } from '@triptych/schemas';
import { purgeName } from '../http/purge-names.js';
import { currentScope } from '../http/request-scope.js';
import { NothingToPurge, PurgeIncomplete } from './purge.errors.js';

export interface LookUpParts {
  /** Looks up what an address is of, as its page does, and returns the copy. Throws as that does. */
  readonly describe: (url: string) => Promise<CachedCopy | null>;
  /** Keys of other copies of the same item, of which replies may have been made, too. */
  readonly keysBeside: (key: string, copy: CachedCopy | null) => readonly string[];
  /** Keys of copies of other items that hold this one, too: posts that quote it, threads that it stands in. */
  readonly keysAround: (key: string, copy: CachedCopy | null) => Promise<readonly string[]>;
}

interface CachedCopy {
  readonly about: string;
  readonly body: Buffer;
}

export interface PurgeParts extends LookUpParts {
  /**
   * Of the cache, in every tier and replica, with its pictures, and all parts that the item was read with. Returns whether all
   * replicas learn of it.
   */
  readonly forget: (key: string) => Promise<boolean>;
  /** `null`: there are no snapshots. */
  readonly eraseSnapshots: EraseSnapshots | null;
}

/** What is kept of the item of a key, if it is of a kind that is kept; `isForGood`: it is never kept again. */
export type EraseSnapshots = (key: string, isForGood: boolean) => Promise<readonly Erased[]>;

export interface Erased {
  /** Milliseconds of the epoch. */
  readonly takenAt: number;
  readonly pictures: number;
  readonly bytes: number;
}

export type Purge = (url: string) => Promise<{ readonly names: string[] }>;

/** Throws NothingToPurge for an address of which nothing is kept, and PurgeIncomplete where other replicas do not learn of it. */
export function createPurge(parts: PurgeParts): Purge {
  const { forget } = parts;
  const eraseSnapshots: EraseSnapshots = parts.eraseSnapshots ?? (() => Promise.resolve([]));
  return async (url) => {
    const { keys, holders, names } = await lookUpItem(url, parts);
    const all = [...keys, ...holders];
    const forgotten = await Promise.all(all.map(forget));
    // A snapshot is an old copy, too. Where its store is away, it is tried again until that is back, and not shown here.
    await Promise.all(all.map((key) => eraseSnapshots(key, false).catch(() => [])));
    requireComplete(forgotten);
    return { names };
  };
}

/** `forgotten`: of each key, whether all replicas learn that it is. Throws PurgeIncomplete. */
export function requireComplete(forgotten: readonly boolean[]): void {
  if (forgotten.includes(false)) throw new PurgeIncomplete({ retryAfter: 10 });
}

/** The keys that replies about an address are made of, those of other items that hold it, and the names of all those replies. */
export async function lookUpItem(url: string, parts: LookUpParts) {
  const { describe, keysBeside, keysAround } = parts;
  const events = currentScope()?.cacheEvents ?? [];
  const before = events.length;
  const copy = await describe(url).catch((error: unknown) => {
    // An item that is gone, or whose upstream fails, is kept as well.
    if (!(error instanceof ServiceError)) throw error;
    return null;
  });
  const looked = events.slice(before).map(({ key }) => key);
  if (looked.length === 0) throw new NothingToPurge();
  const keys = [...new Set(looked.flatMap((key) => [key, ...keysBeside(key, copy)]))];
  const around = await Promise.all(keys.map((key) => keysAround(key, copy)));
  const holders = [...new Set(around.flat())].filter((key) => !keys.includes(key));
  const named = [...keys, ...holders].map((key) => ({ kind: key.slice(0, key.indexOf(':')), key }));
  return { keys, holders, names: [...new Set(named.map(purgeName))] };
}
