import type { KeyList, KeyLists } from './key-lists.js';

// Under which keys the parts of an item are kept. Guarantees: a part is noted before it is read, so that who forgets an item
// finds all that was read with it, by whichever replica, also where nothing is left that says of what it was made. The list of
// an item is an entry of the store beside it, which lasts longer than any part.

/** Notes under which key a part of an item is about to be read. */
export type NotePart = (partKey: string) => Promise<void>;

export interface PartKeys {
  /** Each call begins the reading of an item. */
  readonly begin: (itemKey: string) => NotePart;
  /** The keys of an item, its parts, and the parts of these, each behind its parts. */
  readonly withParts: (itemKey: string) => Promise<readonly string[]>;
}

// What an item is made of changes seldom, and a host that names another part each time fills nothing.
const mostParts = 32;

const listNameOf = (itemKey: string) => `parts:${itemKey}`;

export function createPartKeys(lists: KeyLists): PartKeys {
  function begin(itemKey: string): NotePart {
    const read: string[] = [];
    let before: Promise<KeyList> | undefined;
    return async (partKey) => {
      read.push(partKey);
      const known = await (before ??= lists.read(listNameOf(itemKey)));
      await lists.add(listNameOf(itemKey), read, known, mostParts);
    };
  }

  async function withParts(itemKey: string): Promise<readonly string[]> {
    const visited = new Set<string>();
    const keys: string[] = [];
    const visit = async (key: string) => {
      if (visited.has(key)) return;
      visited.add(key);
      for (const part of (await lists.read(listNameOf(key))).keys) await visit(part);
      keys.push(key);
    };
    await visit(itemKey);
    return keys;
  }

  return { begin, withParts };
}
