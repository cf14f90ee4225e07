// Work that reads much of what one person has: searches and exports (ADR 0038).
// Guarantees: all of it together holds few connections of the pool, so the statements of others find one; of one person
// one piece is under way and one waits, so that the places are shared between people.
//   asked     → refused    as the third of one person
//             → waiting    while the person has another one under way, then for a place
//   waiting   → refused    after `patienceMs`: the caller is to come again
//             → under way  in the order of arrival
//   under way → waiting    an export, between two of its statements: it needs a place for each, and waits as long as it takes
import { TooManyRequests } from './http.errors.js';

export interface HeavyWorkSettings {
  /** Statements at once, of all people. */
  readonly most: number;
  /** Milliseconds that a request waits to begin. */
  readonly patienceMs: number;
}

/** What is under way for one person. */
export interface HeavyWork {
  /** Runs one statement, or a few, when a place is free. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** To be called once it is over. */
  readonly end: () => void;
}

export type HeavyWorks = ReturnType<typeof createHeavyWorks>;

export function createHeavyWorks({ most, patienceMs }: HeavyWorkSettings) {
  const all = new Places(most);
  const own = new Map<string, Places>();

  /** @throws TooManyRequests */
  async function begin(userId: string): Promise<HeavyWork> {
    const places = own.get(userId) ?? new Places(1);
    own.set(userId, places);
    if (places.waiting > 0) throw new TooManyRequests({ retryAfter: retryAfter(patienceMs) });
    await places.take(patienceMs);
    let isOver = false;
    return {
      run: (work) => inPlace(work, Infinity),
      end() {
        if (isOver) return;
        isOver = true;
        places.giveBack();
        if (places.isUnused) own.delete(userId);
      },
    };
  }

  async function inPlace<T>(work: () => Promise<T>, patience: number): Promise<T> {
    await all.take(patience);
    try {
      return await work();
    } finally {
      all.giveBack();
    }
  }

  return {
    begin,
    /** @throws TooManyRequests */
    run: async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
      const { end } = await begin(userId);
      return inPlace(work, patienceMs).finally(end);
    },
  };
}

/** So many at once; the others wait in the order of arrival. */
class Places {
  private taken = 0;
  private readonly queue = new Set<() => void>();

  private readonly count: number;

  constructor(count: number) {
    this.count = count;
  }

  get waiting(): number {
    return this.queue.size;
  }

  get isUnused(): boolean {
    return this.taken === 0 && this.queue.size === 0;
  }

  async take(patienceMs: number): Promise<void> {
    if (this.taken < this.count) return void (this.taken += 1);
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.queue.delete(next);
        reject(new TooManyRequests({ retryAfter: retryAfter(patienceMs) }));
      };
      const timer = patienceMs === Infinity ? undefined : setTimeout(giveUp, patienceMs);
      const next = () => {
        clearTimeout(timer);
        resolve();
      };
      this.queue.add(next);
    });
  }

  /** The place goes to the next one in the queue. */
  giveBack(): void {
    const [next] = this.queue;
    if (next === undefined) return void (this.taken -= 1);
    this.queue.delete(next);
    next();
  }
}

const retryAfter = (patienceMs: number) => Math.max(1, Math.ceil(patienceMs / 1000));
