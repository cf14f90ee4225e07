/** What is left of a client's quota after a request, or where the request was refused. */
export interface QuotaState {
  readonly allowed: boolean;
  /** Whole requests that are left. */
  readonly remaining: number;
  /** Seconds until all of the quota is there again. */
  readonly reset: number;
  /** Seconds until the refused request would be allowed; 0 when it was. */
  readonly retryAfter: number;
}

export interface QuotaOptions {
  /** Requests in one window. */
  readonly max: number;
  /** Milliseconds in which the whole quota comes back, evenly. */
  readonly window: number;
  /** Clients remembered in one generation; beyond it those that were idle the longest start afresh. */
  readonly most?: number;
}

/**
 * A token bucket for each client that refills evenly, kept as one number: the time at which it will be full again
 * (GCRA). A client that was idle for a window has a full bucket, so it is forgotten by dropping the older of two
 * generations, without a timer. Times are milliseconds of any one clock (ADR 0023).
 */
export class Quotas {
  /** Milliseconds of refilling that one request costs. */
  readonly cost: number;
  private readonly window: number;
  private readonly most: number;
  private recent = new Map<string, number>();
  private older = new Map<string, number>();
  private rotateAt = 0;

  constructor({ max, window, most = 100_000 }: QuotaOptions) {
    this.window = window;
    this.most = most;
    this.cost = window / max;
  }

  /** Counts a request, unless it is refused. */
  take(client: string, now: number): QuotaState {
    const debt = this.debtOf(client, now);
    const wanted = debt + this.cost;
    // Half a millisecond for what is lost in dividing.
    if (wanted > this.window + 0.5) return this.describe(debt, wanted - this.window);
    this.setDebt(client, wanted, now);
    return this.describe(wanted, 0);
  }

  /** Counts `requests` more, as far as the bucket goes. */
  charge(client: string, requests: number, now: number): QuotaState {
    const debt = Math.min(this.debtOf(client, now) + requests * this.cost, this.window);
    this.setDebt(client, debt, now);
    return this.describe(debt, 0);
  }

  /** Milliseconds until the bucket is full. */
  setDebt(client: string, debt: number, now: number): void {
    if (now >= this.rotateAt || this.recent.size >= this.most) {
      this.older = this.recent;
      this.recent = new Map();
      this.rotateAt = now + this.window;
    }
    this.recent.set(client, now + Math.min(debt, this.window));
  }

  private debtOf(client: string, now: number): number {
    const fullAt = this.recent.get(client) ?? this.older.get(client) ?? 0;
    return Math.max(0, fullAt - now);
  }

  private describe(debt: number, missing: number): QuotaState {
    return {
      allowed: missing === 0,
      remaining: Math.max(0, Math.floor((this.window - debt + 0.5) / this.cost)),
      reset: Math.ceil(debt / 1000),
      retryAfter: missing === 0 ? 0 : Math.max(1, Math.ceil(missing / 1000)),
    };
  }
}
