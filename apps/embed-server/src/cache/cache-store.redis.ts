import type { SharedRedis } from '@triptych/redis';
import type { CacheEntry, CacheStore } from './cache-store.port.js';
import type { CacheConnection } from './connection.redis.js';
import { decodeEntry, encodeEntry, shapeVersion, stampLength } from './parse-stored-entry.js';
import { purgeRecord } from './purge-record.js';

/** On it replicas publish what is gone: "<milliseconds of the epoch> <key>". */
export const goneChannel = `cache:${shapeVersion}:gone`;

// A value without a stamp was not written by this service, and may be overwritten.
const unlessLater = `
local held = redis.pcall('GETRANGE', KEYS[1], 0, ${stampLength - 1})
if type(held) == 'string' and string.match(held, '^%d+$') and held > string.sub(ARGV[1], 1, ${stampLength}) then
  return 0
end`;

const keepFound = `${unlessLater}
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

// Stays as long as the copy that it voids would have: a replica that was cut off meanwhile finds it here.
const keepGone = `
local life = math.max(tonumber(ARGV[2]), redis.call('PTTL', KEYS[1]))
redis.call('SET', KEYS[1], ARGV[1], 'PX', life)
redis.call('PUBLISH', ARGV[3], ARGV[4])
return 1`;

const keepAbsent = unlessLater + keepGone;

// What is purged is dropped by every replica, whatever its clock said when it was stored.
const latestStamp = '9'.repeat(stampLength);

/** Larger values than `maxBytes` stay with the replica that fetched them. */
export function createRedisCache(
  connection: CacheConnection,
  { name, maxBytes, now }: Pick<SharedRedis, 'name'> & { maxBytes: number; now: () => number },
): CacheStore {
  const channel = name(goneChannel);
  const nameOf = (key: string) => name(`cache:${shapeVersion}:${key}`);

  async function get(key: string) {
    // No more is read than is ever written: a foreign value of a gigabyte must not come over the wire.
    const value = await connection.run('get', (redis) =>
      redis.getrangeBuffer(nameOf(key), 0, maxBytes),
    );
    if (value === null || value.length === 0) return null;
    const entry = decodeEntry(key, value);
    if (entry === null) await connection.run('delete', (redis) => redis.unlink(nameOf(key)));
    return entry && { ...entry, tier: 'redis' as const };
  }

  async function set(key: string, entry: CacheEntry) {
    const value = encodeEntry(key, entry);
    // A duration, not a point in time: Redis has a clock of its own.
    const life = Math.max(1, Math.ceil(entry.keepUntil - now()));
    if (value.length > maxBytes) return false;
    const sent = await connection.run('set', (redis) =>
      entry.found === null
        ? redis.eval(keepAbsent, 1, nameOf(key), value, life, channel, `${entry.storedAt} ${key}`)
        : redis.eval(keepFound, 1, nameOf(key), value, life),
    );
    return sent !== null;
  }

  async function purge(key: string, time: number) {
    const held = await connection.run('get', (redis) =>
      redis.getrangeBuffer(nameOf(key), 0, stampLength - 1),
    );
    const stamp = /^\d+$/.exec(held?.toString() ?? '')?.[0] ?? '0';
    const value = encodeEntry(key, purgeRecord(time, stamp === latestStamp ? 0 : Number(stamp)));
    const sent = await connection.run('set', (redis) =>
      redis.eval(keepGone, 1, nameOf(key), value, 1, channel, `${latestStamp} ${key}`),
    );
    return sent !== null;
  }

  return { get, set, purge };
}
