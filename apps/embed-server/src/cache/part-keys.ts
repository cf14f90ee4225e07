import type { CacheStore } from './cache-store.port.js';

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

// Milliseconds: longer than a part that is kept for six hours, served for a day, and stands in for another one.
const lasting = 3 * 86_400_000;
// The latest: what an item is made of changes seldom, and a host that names another part each time fills nothing.
const mostParts = 32;

const listKeyOf = (itemKey: string) => `parts:${itemKey}`;

export function createPartKeys(store: CacheStore, now: () => number): PartKeys {
  async function partsOf(itemKey: string): Promise<readonly string[]> {
    const entry = await store.get(listKeyOf(itemKey));
    if (!entry?.found || entry.keepUntil <= now()) return [];
    return JSON.parse(entry.found.body.toString()) as string[];
  }

  function begin(itemKey: string): NotePart {
    const read: string[] = [];
    let before: Promise<readonly string[]> | undefined;
    return async (partKey) => {
      read.push(partKey);
      const known = await (before ??= partsOf(itemKey));
      const all = [...new Set([...known.filter((key) => !read.includes(key)), ...read])];
      const found = { about: 'parts', body: Buffer.from(JSON.stringify(all.slice(-mostParts))) };
      // Stale at once, so that replicas look for what others noted.
      const [storedAt, keepUntil] = [now(), now() + lasting];
      await store.set(listKeyOf(itemKey), { found, storedAt, freshUntil: storedAt, keepUntil });
    };
  }

  async function withParts(itemKey: string): Promise<readonly string[]> {
    const visited = new Set<string>();
    const keys: string[] = [];
    const visit = async (key: string) => {
      if (visited.has(key)) return;
      visited.add(key);
      for (const part of await partsOf(key)) await visit(part);
      keys.push(key);
    };
    await visit(itemKey);
    return keys;
  }

  return { begin, withParts };
}
