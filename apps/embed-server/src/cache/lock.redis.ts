import { randomUUID } from 'node:crypto';
import type { LoadTurns, Turn } from './lock.port.js';
import type { RedisLink } from './redis-link.redis.js';

// Milliseconds. A replica that dies holds the others up for as long as its turn lasts unrenewed.
const [lasts, renewedEvery, openFor] = [2_000, 500, 1_000];

const open = 'open';

const takeOrSee = `
local held = redis.pcall('GET', KEYS[1])
if held == '${open}' then return '${open}' end
if type(held) == 'string' then return 'taken' end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'mine'`;

const ifMine = (action: string) =>
  `if redis.pcall('GET', KEYS[1]) == ARGV[1] then ${action} end return 1`;
const renew = ifMine(`redis.call('PEXPIRE', KEYS[1], ARGV[2])`);
const giveBack = ifMine(`redis.call('DEL', KEYS[1])`);
const leaveOpen = ifMine(`redis.call('SET', KEYS[1], '${open}', 'PX', ARGV[2])`);

const free: Turn = { end: () => Promise.resolve() };

/** A lock with a token and an expiry for each key. */
export function createRedisTurns(link: RedisLink, nameSpace: string): LoadTurns {
  return {
    take: async (key) => {
      const [name, token] = [`${nameSpace}:turn:${key}`, randomUUID()];
      const tell = (command: string, script: string, milliseconds: number) =>
        link.ask(command, (redis) => redis.eval(script, 1, name, token, milliseconds));
      const answer = await tell('take', takeOrSee, lasts);
      if (answer === 'taken') return null;
      if (answer !== 'mine') return free;
      const timer = setInterval(() => void tell('renew', renew, lasts), renewedEvery).unref();
      return {
        end: async (shared) => {
          clearInterval(timer);
          await tell('end', shared ? giveBack : leaveOpen, openFor);
        },
      };
    },
  };
}
