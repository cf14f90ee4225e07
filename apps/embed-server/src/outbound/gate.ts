import { ServerBusy } from './upstream.errors.js';

/** Lets so many in at once, so many wait, and nobody wait for long. */
export interface Gate {
  /** Throws ServerBusy when all places to wait are taken, or after `patience` milliseconds. */
  pass<T>(work: () => Promise<T>, patience: number): Promise<T>;
}

export function createGate(places: number, waitingPlaces: number): Gate {
  const waiting = new Set<() => void>();
  let inside = 0;

  function wait(patience: number): Promise<void> {
    if (waiting.size >= waitingPlaces) throw new ServerBusy('too many wait for it');
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(enter);
        reject(new ServerBusy('it answers too slowly for all who wait'));
      }, patience);
      waiting.add(enter);
    });
  }

  // The place passes from hand to hand, so that nobody who comes now slips in before those who wait.
  function leave() {
    const [next] = waiting;
    if (next === undefined) return void (inside -= 1);
    waiting.delete(next);
    next();
  }

  return {
    pass: async (work, patience) => {
      if (inside < places) inside += 1;
      else await wait(patience);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
