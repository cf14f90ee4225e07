/** So many at a time; the others wait in the order in which they came, each within a limit of its own. */
export class Semaphore {
  private readonly waiting = new Set<() => void>();
  private readonly places: number;
  private free: number;

  constructor(places: number) {
    this.places = places;
    this.free = places;
  }

  get isUnused(): boolean {
    return this.free === this.places;
  }

  get waitingCount(): number {
    return this.waiting.size;
  }

  /**
   * Calls `begin` as soon as there is a place, which `release` gives back; or `giveUp` after so many milliseconds, which may
   * be Infinity.
   */
  acquire(begin: () => void, milliseconds: number, giveUp: () => void): void {
    if (this.free > 0) {
      this.free -= 1;
      return begin();
    }
    const next = () => {
      clearTimeout(timer);
      begin();
    };
    const stopWaiting = () => {
      this.waiting.delete(next);
      giveUp();
    };
    const timer = milliseconds === Infinity ? undefined : setTimeout(stopWaiting, milliseconds);
    this.waiting.add(next);
  }

  /** Whether there was a place in time, which `release` gives back. */
  hasPlaceWithin(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.acquire(
        () => resolve(true),
        milliseconds,
        () => resolve(false),
      );
    });
  }

  /** The result of work that has a place until its promise is settled; undefined when there was none in time. */
  async run<T>(work: () => Promise<T>, milliseconds: number): Promise<T | undefined> {
    if (!(await this.hasPlaceWithin(milliseconds))) return undefined;
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
