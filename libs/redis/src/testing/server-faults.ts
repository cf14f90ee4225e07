import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@triptych/free-port';
import type { Redis } from 'ioredis';
import { startRedisProcess, until, type RedisProcess } from './redis-process.js';

/** A way in which a running Redis refuses what it is asked. */
export interface ServerFault {
  /** As the log names it. */
  readonly code: string;
  readonly reason: string;
  begin(admin: Redis): Promise<unknown>;
  end(admin: Redis): Promise<unknown>;
}

const admin = { username: 'admin', password: 'secret' };

/** A server for the faults below, which its user `admin` brings about while the default user is at work. */
export async function startFaultyServer(): Promise<RedisProcess> {
  const lines = [
    `user ${admin.username} on >${admin.password} ~* &* +@all`,
    'enable-debug-command yes',
    'busy-reply-threshold 1',
  ];
  return startRedisProcess(await freePort(), lines, { client: admin });
}

const set = (name: string, value: string) => (redis: Redis) => redis.config('SET', name, value);

const folderOf = async (redis: Redis) => {
  const [, folder] = (await redis.config('GET', 'dir')) as [string, string];
  // A folder cannot be replaced by the file that is written, not even by root.
  return join(folder, 'dump.rdb');
};

async function dropClients(redis: Redis) {
  await redis.call('CLIENT', 'KILL', 'TYPE', 'normal');
}

/** One at a time, each of them ended before the next begins. */
export const serverFaults: readonly ServerFault[] = [
  {
    code: 'OOM',
    reason: 'overloaded',
    begin: set('maxmemory', '1'),
    end: set('maxmemory', '0'),
  },
  {
    code: 'MISCONF',
    reason: 'overloaded',
    async begin(redis) {
      mkdirSync(await folderOf(redis));
      await redis.config('SET', 'save', '3600 1');
      await redis.bgsave();
      await until(async () =>
        (await redis.info('persistence')).includes('rdb_last_bgsave_status:err'),
      );
    },
    async end(redis) {
      rmdirSync(await folderOf(redis));
      await redis.config('SET', 'save', '');
    },
  },
  {
    code: 'READONLY',
    reason: 'read_only',
    begin: (redis) => redis.replicaof('127.0.0.1', 1),
    end: (redis) => redis.replicaof('NO', 'ONE'),
  },
  {
    code: 'MASTERDOWN',
    reason: 'unreachable',
    async begin(redis) {
      await redis.config('SET', 'replica-serve-stale-data', 'no');
      await redis.replicaof('127.0.0.1', 1);
    },
    async end(redis) {
      await redis.replicaof('NO', 'ONE');
      await redis.config('SET', 'replica-serve-stale-data', 'yes');
    },
  },
  {
    code: 'NOREPLICAS',
    reason: 'read_only',
    begin: set('min-replicas-to-write', '1'),
    end: set('min-replicas-to-write', '0'),
  },
  {
    code: 'NOPERM',
    reason: 'missing_grant',
    // One that the script alone asks for.
    begin: (redis) => redis.acl('SETUSER', 'default', '-set'),
    end: (redis) => redis.acl('SETUSER', 'default', '+@all'),
  },
  {
    code: 'BUSY',
    reason: 'overloaded',
    begin: async (redis) => void redis.eval('while true do end', 0).catch(() => undefined),
    async end(redis) {
      const second = redis.duplicate({ ...admin, enableReadyCheck: false });
      await second.call('SCRIPT', 'KILL');
      second.disconnect();
    },
  },
  {
    code: 'LOADING',
    reason: 'starting',
    async begin(redis) {
      await redis.config('SET', 'key-load-delay', '300');
      await redis.config('SET', 'loading-process-events-interval-bytes', '1024');
      await redis.call('DEBUG', 'POPULATE', '3000');
      redis.call('DEBUG', 'RELOAD').catch(() => undefined);
    },
    async end(redis) {
      await redis.config('SET', 'key-load-delay', '0');
      await until(async () => (await redis.info('persistence')).includes('loading:0'));
    },
  },
  {
    code: 'NOAUTH',
    reason: 'login_refused',
    async begin(redis) {
      await redis.config('SET', 'requirepass', 'other');
      await dropClients(redis);
    },
    end: (redis) => redis.acl('SETUSER', 'default', 'nopass'),
  },
];
