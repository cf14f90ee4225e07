import type { CachedBody } from './cache-store.port.js';
import type { KeyLists } from './key-lists.js';
import type { ReadThrough } from './read-through.js';

// Which copies hold an item that is a copy of its own, too: posts that quote it, threads that it stands in. They are noted as
// they are loaded, so that who forgets an item finds them. A host whose posts quote one post by the thousand fills nothing: the
// latest are known, and the others are over when they are (ADR 0069).

/** The keys of other items that a copy holds the words of. Throws where it is none of its kind. */
export type HeldKeysOf = (key: string, copy: CachedBody) => readonly string[];

export interface HolderKeys {
  /** Notes what is loaded through it. */
  readonly readThrough: ReadThrough;
  /** The keys of the copies that hold an item. */
  readonly holdersOf: (key: string) => Promise<readonly string[]>;
}

const mostHolders = 64;

const listNameOf = (key: string) => `holders:${key}`;

export function createHolderKeys(
  lists: KeyLists,
  readThrough: ReadThrough,
  heldKeysOf: HeldKeysOf,
): HolderKeys {
  async function note(key: string, copy: CachedBody): Promise<void> {
    for (const held of heldKeys(key, copy)) {
      const before = await lists.read(listNameOf(held));
      if (!lists.holds(before, key)) await lists.add(listNameOf(held), [key], before, mostHolders);
    }
  }

  function heldKeys(key: string, copy: CachedBody): readonly string[] {
    try {
      return heldKeysOf(key, copy).filter((each) => each !== key);
    } catch {
      // It is the record of a refusal, or cannot be shown.
      return [];
    }
  }

  return {
    readThrough: (key, kind, load) =>
      readThrough(key, kind, async (report) => {
        const found = await load(report);
        if (found !== null) await note(key, found);
        return found;
      }),
    holdersOf: async (key) => (await lists.read(listNameOf(key))).keys,
  };
}
