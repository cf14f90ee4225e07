import type { SharedRedis } from '@triptych/redis';
import type { Quotas } from './quotas.js';

/** Milliseconds between two exchanges at least. */
const pause = 10;

// One number for each client, as in `Quotas`, by the clock of Redis; returns what is owed after the charge. A value that is no
// such number counts as none, since one of them must not cost all clients of the call their counts.
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = tonumber(ARGV[#KEYS + 1])
local debts = {}
for i, key in ipairs(KEYS) do
  local held = redis.pcall('GET', key)
  local owed = (type(held) == 'string' and tonumber(held) or 0) - now
  if not (owed > 0 and owed <= window) then owed = 0 end
  local debt = math.min(window, math.ceil(owed + tonumber(ARGV[i])))
  redis.call('SET', key, string.format('%.0f', now + debt), 'PX', math.max(1, debt))
  debts[i] = debt
end
return debts`;

/**
 * Shares the counts of replicas through Redis. Guarantees: no request waits for Redis; what a replica counted is sent in
 * one script call, at most every few milliseconds, and what all replicas counted replaces its own view; while Redis is
 * away each replica counts for itself (ADR 0023).
 *
 *   idle → share() → sending → reply: quotas replaced → idle, or sending again after a pause if more was counted
 */
export class SharedQuotas {
  private readonly local: Quotas;
  private readonly redis: SharedRedis;
  /** Milliseconds. */
  private readonly window: number;
  private pending = new Map<string, number>();
  private sending = false;

  constructor(local: Quotas, redis: SharedRedis, window: number) {
    this.local = local;
    this.redis = redis;
    this.window = window;
  }

  /** Sends the other replicas, soon, that the client has made so many requests. */
  share(client: string, requests: number): void {
    if (!this.redis.commands.isReady()) return;
    this.pending.set(client, (this.pending.get(client) ?? 0) + requests);
    if (this.sending) return;
    this.sending = true;
    setImmediate(() => void this.exchange());
  }

  private async exchange(): Promise<void> {
    const sent = this.pending;
    this.pending = new Map();
    try {
      const debts = await this.send([...sent]);
      const now = performance.now();
      [...sent.keys()].forEach((client, n) => {
        const since = (this.pending.get(client) ?? 0) * this.local.cost;
        this.local.setDebt(client, Number(debts[n]) + since, now);
      });
    } catch {
      // These counts stay with this replica; that Redis is away is logged where it is connected.
    }
    if (this.pending.size === 0) this.sending = false;
    else setTimeout(() => void this.exchange(), pause).unref();
  }

  private async send(counts: readonly (readonly [string, number])[]): Promise<number[]> {
    const { isCluster } = this.redis;
    // The keys of one script lie on one server.
    if (!isCluster) return this.charge(counts);
    return (await Promise.all(counts.map((count) => this.charge([count])))).flat();
  }

  private async charge(counts: readonly (readonly [string, number])[]): Promise<number[]> {
    const keys = counts.map(([client]) => this.redis.name(`rate:${client}`));
    const costs = counts.map(([, requests]) => requests * this.local.cost);
    const values = [...keys, ...costs, this.window];
    const reply = await this.redis.commands.run((to) => to.eval(script, keys.length, ...values));
    return reply as number[];
  }
}
