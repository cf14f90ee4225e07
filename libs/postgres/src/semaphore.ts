/** So many at a time; the others wait in the order in which they came, each within a limit of its own. */
export class Semaphore {
  private readonly waiting = new Set<() => void>();
  private free: number;

  constructor(places: number) {
    this.free = places;
  }

  get waitingCount(): number {
    return this.waiting.size;
  }

  /** Calls `begin` as soon as there is a place, which `release` gives back; or `giveUp` after so many milliseconds. */
  acquire(begin: () => void, milliseconds: number, giveUp: () => void): void {
    if (this.free > 0) {
      this.free -= 1;
      return begin();
    }
    const next = () => {
      clearTimeout(timer);
      begin();
    };
    const timer = setTimeout(() => {
      this.waiting.delete(next);
      giveUp();
    }, milliseconds);
    this.waiting.add(next);
  }

  /** The same for work that ends with its promise; undefined when there was no place in time. */
  async run<T>(work: () => Promise<T>, milliseconds: number): Promise<T | undefined> {
    const hasPlace = await new Promise<boolean>((resolve) => {
      this.acquire(
        () => resolve(true),
        milliseconds,
        () => resolve(false),
      );
    });
    if (!hasPlace) return undefined;
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  release(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.free += 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
