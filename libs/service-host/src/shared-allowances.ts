import type { Redis } from 'ioredis';
import type { Allowances } from './allowances.js';

/** Milliseconds between two exchanges at least. */
const pause = 10;

// One number for each client, as in `Allowances`, by the clock of Redis; returns what is owed after the charge.
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = tonumber(ARGV[#KEYS + 1])
local debts = {}
for i, key in ipairs(KEYS) do
  local owed = math.max(0, tonumber(redis.call('GET', key) or '0') - now)
  local debt = math.min(window, math.ceil(owed + tonumber(ARGV[i])))
  redis.call('SET', key, string.format('%.0f', now + debt), 'PX', math.max(1, debt))
  debts[i] = debt
end
return debts`;

export interface SharedOptions {
  readonly redis: Redis;
  readonly nameSpace: string;
  readonly window: number;
}

/**
 * Lets replicas know of each other's counts through Redis, beside the requests: none ever waits for it. What a replica
 * counted goes out together, at most every few milliseconds, and what all counted comes back and replaces its
 * own view. While Redis is away each replica counts for itself alone.
 */
export class SharedAllowances {
  private readonly local: Allowances;
  private readonly options: SharedOptions;
  private untold = new Map<string, number>();
  private busy = false;

  constructor(local: Allowances, options: SharedOptions) {
    this.local = local;
    this.options = options;
  }

  /** Tells the others, soon, that the client has made so many requests. */
  tell(client: string, requests: number): void {
    if (this.options.redis.status !== 'ready') return;
    this.untold.set(client, (this.untold.get(client) ?? 0) + requests);
    if (this.busy) return;
    this.busy = true;
    setImmediate(() => void this.exchange());
  }

  private async exchange(): Promise<void> {
    const told = this.untold;
    this.untold = new Map();
    try {
      const debts = await this.send([...told]);
      const now = performance.now();
      [...told.keys()].forEach((client, n) => {
        const since = (this.untold.get(client) ?? 0) * this.local.cost;
        this.local.setDebt(client, Number(debts[n]) + since, now);
      });
    } catch {
      // The counts of this moment stay with this replica; that Redis is away is logged where it is connected.
    }
    if (this.untold.size === 0) this.busy = false;
    else setTimeout(() => void this.exchange(), pause).unref();
  }

  private async send(counts: readonly (readonly [string, number])[]): Promise<number[]> {
    const { redis, nameSpace, window } = this.options;
    const keys = counts.map(([client]) => `${nameSpace}:rate:${client}`);
    const costs = counts.map(([, requests]) => requests * this.local.cost);
    return (await redis.eval(script, keys.length, ...keys, ...costs, window)) as number[];
  }
}
