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

export function createRedisLock(
  connection: CacheConnection,
  nameOf: SharedRedis['name'],
): DistributedLock {
  return {
    acquire: async (key) => {
      const [name, token] = [nameOf(`lock:${key}`), randomUUID()];
      const run = (command: string, script: string, milliseconds: number) =>
        connection.run(command, (redis) => redis.eval(script, 1, name, token, milliseconds));
      const reply = await run('acquire', acquire, expiry);
      if (reply === 'taken') return null;
      if (reply !== 'acquired') return unbound;
      const timer = setInterval(() => void run('renew', renew, expiry), renewedEvery).unref();
      return {
        release: async (shared) => {
          clearInterval(timer);
          await run('release', shared ? release : leaveOpen, openFor);
        },
      };
    },
  };
}
