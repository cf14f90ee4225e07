// Purging: what this server keeps of an item is forgotten by every replica, and the caller learns by which names a cache in
// front knows the replies that were made of it. Guarantees: a look-up that begins afterwards asks the upstream; what was
// asked before, and comes back afterwards, is not kept (ADR 0069).

import { ServiceError } from '@triptych/schemas';
import { purgeNames } from '../http/purge-names.js';
import { currentScope } from '../http/request-scope.js';
import { NothingToPurge } from './purge.errors.js';

export interface PurgeParts {
  /** Looks up what an address is of, as its page does. Throws as that does. */
  readonly describe: (url: string) => Promise<unknown>;
  /** Keys of other copies of the same item, of which replies may have been made, too. */
  readonly keysBeside: (key: string) => readonly string[];
  /** Of the cache, in every tier and replica. */
  readonly forget: (key: string) => Promise<void>;
}

export type Purge = (url: string) => Promise<{ readonly names: string[] }>;

/** Throws NothingToPurge for an address of which nothing is kept. */
export function createPurge({ describe, keysBeside, forget }: PurgeParts): Purge {
  return async (url) => {
    const events = currentScope()?.cacheEvents ?? [];
    const before = events.length;
    try {
      await describe(url);
    } catch (error) {
      // An item that is gone, or whose upstream fails, is kept as well.
      if (!(error instanceof ServiceError)) throw error;
    }
    const looked = events.slice(before);
    if (looked.length === 0) throw new NothingToPurge();
    const copies = looked.flatMap((event) => [
      event,
      ...keysBeside(event.key).map((key) => ({ ...event, key })),
    ]);
    await Promise.all([...new Set(copies.map(({ key }) => key))].map(forget));
    return { names: purgeNames(copies) };
  };
}
