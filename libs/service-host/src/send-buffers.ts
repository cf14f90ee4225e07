/** A reply that its client has not taken yet. */
export interface Sending {
  /** Called as the client takes bytes. */
  progress(): void;
  release(): void;
}

interface Waiting {
  readonly memory: object;
  readonly end: () => void;
  progressAt: number;
}

export interface SendLimits {
  /** Bytes of all replies that wait for their clients. */
  readonly bytes: number;
  /** Milliseconds without progress after which a client is cut off where another needs the memory. */
  readonly patience: number;
  readonly now?: () => number;
}

/**
 * Memory of replies that wait for slow clients. Guarantees: never more than `bytes`, unless one reply alone is larger;
 * memory that several replies share counts once; who makes no progress gives way to others, the longest without first.
 */
export class SendBuffers {
  readonly #limits: Required<SendLimits>;
  readonly #users = new Map<object, { bytes: number; count: number }>();
  /** In the order of their last progress. */
  readonly #waiting = new Set<Waiting>();
  #held = 0;

  constructor(limits: SendLimits) {
    this.#limits = { now: () => performance.now(), ...limits };
  }

  get held(): number {
    return this.#held;
  }

  /** `null` when there is no room. `end` cuts the client off; its memory counts as free from then on. */
  open(memory: object, bytes: number, end: () => void): Sending | null {
    const needed = this.#users.has(memory) ? 0 : bytes;
    if (!this.#makeRoom(needed)) return null;
    this.#take(memory, bytes);
    const waiting = { memory, end, progressAt: this.#limits.now() };
    this.#waiting.add(waiting);
    return {
      progress: () => {
        if (!this.#waiting.delete(waiting)) return;
        waiting.progressAt = this.#limits.now();
        this.#waiting.add(waiting);
      },
      release: () => this.#release(waiting),
    };
  }

  #makeRoom(needed: number): boolean {
    const stalledBefore = this.#limits.now() - this.#limits.patience;
    for (const waiting of this.#waiting) {
      if (this.#fits(needed) || waiting.progressAt > stalledBefore) break;
      this.#release(waiting);
      waiting.end();
    }
    return this.#fits(needed);
  }

  #fits(needed: number): boolean {
    return needed === 0 || this.#held === 0 || this.#held + needed <= this.#limits.bytes;
  }

  #take(memory: object, bytes: number): void {
    const user = this.#users.get(memory);
    if (user) user.count += 1;
    else {
      this.#users.set(memory, { bytes, count: 1 });
      this.#held += bytes;
    }
  }

  #release(waiting: Waiting): void {
    if (!this.#waiting.delete(waiting)) return;
    const user = this.#users.get(waiting.memory)!;
    user.count -= 1;
    if (user.count > 0) return;
    this.#users.delete(waiting.memory);
    this.#held -= user.bytes;
  }
}
