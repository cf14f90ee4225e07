// Work that reads much of what one person has: searches and exports (ADR 0038).
// Guarantees: all of it together holds few connections of the pool, and at most a part of the time while others ask for
// something, so that their statements find a connection and a processor; of one person one piece is under way and one
// waits, so that the places are shared between people.
//   asked     → refused    as the third of one person
//             → waiting    while the person has another one under way, then for a place
//   waiting   → refused    after `patienceMs`: the caller is to come again
//             → under way  in the order of arrival
//   under way → resting    if other requests came meanwhile: the place stays taken, in proportion to what the work took
//   under way → waiting    an export, between two of its statements: it needs a place for each, and waits as long as it takes
import { Semaphore } from '@triptych/postgres/semaphore';
import { TooManyRequests } from './http.errors.js';

export interface HeavyWorkSettings {
  /** Statements at once, of all people. */
  readonly most: number;
  /** Milliseconds that a request waits to begin. */
  readonly patienceMs: number;
}

/** How many times as long as the work its place rests, and the most milliseconds, for work that waited itself. */
const rest = { times: 3, mostMs: 500 };

/** What is under way for one person. */
export interface HeavyWork {
  /** Runs one statement, or a few, when a place is free. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** To be called once it is over. */
  readonly end: () => void;
}

export type HeavyWorks = ReturnType<typeof createHeavyWorks>;

export function createHeavyWorks({ most, patienceMs }: HeavyWorkSettings) {
  const all = new Semaphore(most);
  const own = new Map<string, Semaphore>();
  /** Requests so far, without those for heavy work. */
  let others = 0;
  const tooMany = () =>
    new TooManyRequests({ retryAfter: Math.max(1, Math.ceil(patienceMs / 1000)) });

  /** @throws TooManyRequests */
  async function begin(userId: string): Promise<HeavyWork> {
    others -= 1;
    const place = own.get(userId) ?? new Semaphore(1);
    own.set(userId, place);
    if (place.waitingCount > 0 || !(await place.hasPlaceWithin(patienceMs))) throw tooMany();
    let isOver = false;
    return {
      run: (work) => inPlace(work, Infinity),
      end() {
        if (isOver) return;
        isOver = true;
        place.release();
        if (place.isUnused) own.delete(userId);
      },
    };
  }

  async function inPlace<T>(work: () => Promise<T>, patience: number): Promise<T> {
    if (!(await all.hasPlaceWithin(patience))) throw tooMany();
    const [began, before] = [performance.now(), others];
    return work().finally(() => {
      const took = performance.now() - began;
      if (others <= before) all.release();
      else setTimeout(() => all.release(), Math.min(took * rest.times, rest.mostMs)).unref();
    });
  }

  return {
    /** To be called for every request. */
    arrived() {
      others += 1;
    },
    begin,
    /** @throws TooManyRequests */
    run: async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
      const { end } = await begin(userId);
      return inPlace(work, patienceMs).finally(end);
    },
  };
}
