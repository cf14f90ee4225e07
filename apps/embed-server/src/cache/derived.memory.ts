import { LRUCache } from 'lru-cache';
import type { Derive, Weighed } from './derived.port.js';

// What an entry costs beside its bytes: key, objects, list links.
const overhead = 512;

/** Bounded by bytes. What hangs on a copy that is gone is no longer asked for, so it goes first. */
export function createDerive(maxBytes: number): Derive {
  const kept = new LRUCache<string, Weighed>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => overhead + key.length + bytes,
  });
  // Numbers, lest what is kept hold on to the copy.
  const numbers = new WeakMap<object, number>();
  let count = 0;
  const numberOf = (copy: object) => {
    const known = numbers.get(copy);
    if (known !== undefined) return known;
    numbers.set(copy, (count += 1));
    return count;
  };
  return <T extends Weighed>(copy: object | null, name: string, make: () => T): T => {
    if (copy === null) return make();
    const key = `${numberOf(copy)} ${name}`;
    const found = kept.get(key);
    // A name stands for one kind of thing.
    if (found !== undefined) return found as T;
    const made = make();
    kept.set(key, made);
    return made;
  };
}
