/** A whole number from 0 up to, without, the one that is given. */
export type Random = (below: number) => number;

/** Numbers that follow from the seed alone. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    // Mulberry32: neighbouring seeds have nothing in common.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random(items.length)]!;
}

export type Weighted<Item> = readonly (readonly [weight: number, item: Item])[];

export function pickWeighted<Item>(random: Random, items: Weighted<Item>): Item {
  let left = random(items.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, item] of items) {
    if (left < weight) return item;
    left -= weight;
  }
  throw new Error('nothing to pick from');
}
