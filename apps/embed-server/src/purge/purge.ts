// Purging: what this server keeps of an item is forgotten by every replica, and the caller learns by which names a cache in
// front knows the replies that were made of it. Guarantees: a look-up that begins afterwards asks the upstream; what was
// asked before, and comes back afterwards, is not kept (ADR 0069).

import { ServiceError } from '@triptych/schemas';
import { purgeNames } from '../http/purge-names.js';
import { currentScope } from '../http/request-scope.js';
import { NothingToPurge } from './purge.errors.js';

export interface LookUpParts {
  /** Looks up what an address is of, as its page does, and returns the copy. Throws as that does. */
  readonly describe: (url: string) => Promise<CachedCopy | null>;
  /** Keys of other copies of the same item, of which replies may have been made, too. */
  readonly keysBeside: (key: string, copy: CachedCopy | null) => readonly string[];
}

interface CachedCopy {
  readonly about: string;
  readonly body: Buffer;
}

export interface PurgeParts extends LookUpParts {
  /** Of the cache, in every tier and replica, with all parts that the item was read with. */
  readonly forget: (key: string) => Promise<void>;
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

/** Throws NothingToPurge for an address of which nothing is kept. */
export function createPurge(parts: PurgeParts): Purge {
  const { forget } = parts;
  const eraseSnapshots: EraseSnapshots = parts.eraseSnapshots ?? (() => Promise.resolve([]));
  return async (url) => {
    const { keys, names } = await lookUpItem(url, parts);
    await Promise.all(keys.map(forget));
    // A snapshot is an old copy, too. Where its store is away, it is tried again until that is back, and not shown here.
    await Promise.all(keys.map((key) => eraseSnapshots(key, false).catch(() => [])));
    return { names };
  };
}

/** The keys that replies about an address are made of, and the names of those replies. */
export async function lookUpItem(url: string, { describe, keysBeside }: LookUpParts) {
  const events = currentScope()?.cacheEvents ?? [];
  const before = events.length;
  const copy = await describe(url).catch((error: unknown) => {
    // An item that is gone, or whose upstream fails, is kept as well.
    if (!(error instanceof ServiceError)) throw error;
    return null;
  });
  const looked = events.slice(before);
  if (looked.length === 0) throw new NothingToPurge();
  const copies = looked.flatMap((event) => [
    event,
    ...keysBeside(event.key, copy).map((key) => ({ ...event, key })),
  ]);
  return { keys: [...new Set(copies.map(({ key }) => key))], names: purgeNames(copies) };
}
