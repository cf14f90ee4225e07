/** Numbers that are the same in every run for the same seed and case. */
export interface Random {
  /** A whole number from 0 up to, but not including, `below`. */
  readonly int: (below: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
  /** Whether something happens that happens in this part of all cases. */
  readonly chance: (part: number) => boolean;
  /** A size up to `max`, small ones as likely as each tenfold of them. */
  readonly size: (max: number) => number;
}

/** The random numbers of one case, so that a case can be repeated without those before it. */
export function createRandom(seed: number, n: number, purpose = 0): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(n + 1, 0xc2b2ae35) ^ purpose;
  // The generator mulberry32: its period of 2^32 is enough for the few thousand numbers of a case.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    pick: <T>(items: readonly T[]) => {
      if (items.length === 0) throw new Error('There is nothing to pick from.');
      return items[int(items.length)] as T;
    },
    chance: (part) => next() < part,
    size: (max) => Math.floor(Math.exp(next() * Math.log(max))),
  };
}
