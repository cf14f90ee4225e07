import { randomUUID } from 'node:crypto';
import type { SharedRedis } from '@triptych/redis';
import type { CacheConnection } from './connection.redis.js';
import type { DistributedLock, Lease } from './lock.port.js';

// Distributed lock: a key in Redis for each key of the cache, with a token and an expiry (ADR 0011).
//
//   value     acquire             ends by
//   none      sets a token        -
//   a token   null                release of its owner; expiry, two seconds after its owner died
//   'open'    a lease for all     expiry, after one second: what was loaded cannot be shared
//
// An acquisition without a reply may have taken the lease, so it is renewed and released like one. A release without a
// reply is sent again until the lease has expired. Whoever stops releases all that it holds.

// Milliseconds.
const [expiry, renewedEvery, openFor] = [2_000, 500, 1_000];

const open = 'open';

// What does not end within the time of a lease was not set here, and would be waited for in vain.
const acquire = `
local held = redis.pcall('GET', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if type(held) == 'string' and left > 0 and left <= tonumber(ARGV[2]) then
  if held == '${open}' then return '${open}' end
  return 'taken'
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'acquired'`;

const ifOwner = (action: string) =>
  `if redis.pcall('GET', KEYS[1]) == ARGV[1] then ${action} end return 1`;
const renew = ifOwner(`redis.call('PEXPIRE', KEYS[1], ARGV[2])`);
const release = ifOwner(`redis.call('DEL', KEYS[1])`);
const leaveOpen = ifOwner(`redis.call('SET', KEYS[1], '${open}', 'PX', ARGV[2])`);

const unbound: Lease = { release: () => Promise.resolve() };

export interface RedisLock extends DistributedLock {
  /** Releases all leases, also one that is being acquired; gives none that others would wait for from then on. */
  close(): Promise<void>;
}

export function createRedisLock(
  connection: CacheConnection,
  nameOf: SharedRedis['name'],
): RedisLock {
  const holdings = new Set<Holding>();
  let isClosed = false;
  return {
    acquire: async (key) => {
      if (isClosed) return unbound;
      const isSent = connection.isReady();
      const holding = createHolding(connection, nameOf(`lock:${key}`), () =>
        holdings.delete(holding),
      );
      holdings.add(holding);
      const reply = await holding.acquire();
      const isUnknown = reply === null && isSent && !connection.isReady();
      if (reply === 'acquired' || isUnknown) return holding.keep();
      holding.end();
      return reply === 'taken' ? null : unbound;
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...holdings].map((holding) => holding.abandon()));
    },
  };
}

type Holding = ReturnType<typeof createHolding>;

/** What this replica has of a key, from the moment it asks until that is over. */
function createHolding(connection: CacheConnection, name: string, onEnd: () => void) {
  const token = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  const run = (command: string, script: string, milliseconds: number) =>
    connection.run(command, (redis) => redis.eval(script, 1, name, token, milliseconds));

  function repeat(work: () => void) {
    clearInterval(timer);
    if (!isOver) timer = setInterval(work, renewedEvery).unref();
  }
  function end() {
    isOver = true;
    clearInterval(timer);
    onEnd();
  }
  async function endWith(script: string) {
    if (isOver) return;
    clearInterval(timer);
    const hasReply = async () =>
      // What was refused leaves the connection as it is, and would be refused again.
      (await run('release', script, openFor)) !== null || connection.isReady();
    if (await hasReply()) return end();
    const expiresAt = performance.now() + expiry;
    repeat(() => {
      if (performance.now() > expiresAt) return end();
      void hasReply().then((isDone) => isDone && end());
    });
  }
  const lease: Lease = { release: (shared) => endWith(shared ? release : leaveOpen) };
  return {
    acquire: () => run('acquire', acquire, expiry),
    keep: () => {
      repeat(() => void run('renew', renew, expiry));
      return lease;
    },
    end,
    /** For one that stops: whoever waits may ask the upstream. */
    abandon: async () => {
      if (isOver) return;
      end();
      await run('release', release, openFor);
    },
  };
}
