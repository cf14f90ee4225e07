import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import type { SharedRedis } from '@triptych/redis';

// Counts of the limits that services put on single routes. Guarantees: replicas count together while Redis replies; while it
// does not, each goes on from what it knew, so that an outage lifts no limit; no value in Redis fails a request (ADR 0031).

/** In a window that began with the first request. */
interface Count {
  readonly current: number;
  /** Milliseconds that are left of the window. */
  readonly ttl: number;
}

// A value of another type or without an end is somebody else's: it must neither fail nor refuse requests for ever.
const script = `
local current = redis.pcall('INCR', KEYS[1])
if type(current) ~= 'number' then
  redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])
  return {1, tonumber(ARGV[1])}
end
local left = redis.call('PTTL', KEYS[1])
if current < 1 or left < 0 or left > tonumber(ARGV[1]) then
  current = 1
  left = tonumber(ARGV[1])
  redis.call('SET', KEYS[1], 1, 'PX', left)
end
return {current, left}`;

/** Counts that this process remembers; beyond it those that were idle the longest start afresh. */
const most = 100_000;

/** What `@fastify/rate-limit` takes as its store. */
export function createRouteCounts(redis: SharedRedis | undefined) {
  const known = new Map<string, { readonly current: number; readonly endsAt: number }>();

  function remember(key: string, { current, ttl }: Count): void {
    known.delete(key);
    known.set(key, { current, endsAt: performance.now() + ttl });
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
  }

  function countHere(key: string, window: number): Count {
    const before = known.get(key);
    const left = before ? before.endsAt - performance.now() : 0;
    return before && left > 0
      ? { current: before.current + 1, ttl: left }
      : { current: 1, ttl: window };
  }

  async function countTogether(shared: SharedRedis, key: string, window: number): Promise<Count> {
    const name = shared.name(`limit:${key}`);
    const reply = await shared.commands.run((client) => client.eval(script, 1, name, window));
    const [current, ttl] = reply as [number, number];
    return { current, ttl };
  }

  async function count(key: string, window: number): Promise<Count> {
    const counted = redis
      ? await countTogether(redis, key, window).catch(() => countHere(key, window))
      : countHere(key, window);
    remember(key, counted);
    return counted;
  }

  return class RouteCounts implements FastifyRateLimitStore {
    incr(...[key, callback, window]: Parameters<FastifyRateLimitStore['incr']>): void {
      void count(key, window).then((counted) => callback(null, counted));
    }

    /** Limits are told apart by their keys alone. */
    child() {
      return this;
    }
  };
}
