import { setTimeout as pause } from 'node:timers/promises';
import type { CacheStore, StoredEntry } from './cache-store.port.js';
import type { LoadTurns } from './lock.port.js';

/** Loads, or waits for what another replica is loading. */
export type InTurn = <T>(
  key: string,
  load: () => Promise<{ readonly result: T; readonly shared: boolean }>,
) => Promise<{ readonly loaded: T } | { readonly brought: StoredEntry }>;

export interface InTurnParts {
  readonly turns: LoadTurns;
  readonly store: CacheStore;
  readonly now: () => number;
  /** Milliseconds to wait for another replica; then this one asks for itself. */
  readonly patience: number;
}

const [firstPause, longestPause] = [15, 150];

export function createInTurn({ turns, store, now, patience }: InTurnParts): InTurn {
  return async (key, load) => {
    const giveUpAt = performance.now() + patience;
    for (let wait = firstPause; ; wait = Math.min(wait * 1.5, longestPause)) {
      const turn = await turns.take(key);
      // Also with the turn: it may be free because another replica has just finished.
      const entry = await store.get(key);
      if (entry && entry.freshUntil > now()) {
        await turn?.end(true);
        return { brought: entry };
      }
      if (turn) return { loaded: await during(turn, load) };
      if (performance.now() + wait >= giveUpAt) return { loaded: (await load()).result };
      await pause(wait);
    }
  };
}

async function during<T>(
  turn: { end(shared: boolean): Promise<void> },
  load: () => Promise<{ readonly result: T; readonly shared: boolean }>,
): Promise<T> {
  let shared = false;
  try {
    const loaded = await load();
    shared = loaded.shared;
    return loaded.result;
  } finally {
    await turn.end(shared);
  }
}
