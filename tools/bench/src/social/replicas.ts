import { randomUUID } from 'node:crypto';
import { service, startServer, type ServerProcess } from '../runner/server-process.js';

/** What the replicas of social-app have in common; `main` is that of another release. */
export interface ReplicaPlace {
  readonly databaseUrl: string;
  readonly main?: string;
  /** Of names in Redis; one of this run when left out. */
  readonly prefix?: string;
}

/** Replicas of one run hear each other, and nobody else. */
const ownPrefix = `bench-${randomUUID()}`;

export const redisUrl = () => {
  const url = process.env['BENCH_REDIS_URL'] ?? process.env['TEST_REDIS_URL'];
  if (url === undefined) throw new Error('set TEST_REDIS_URL to the URL of a Redis');
  return url;
};

export function startReplica(place: ReplicaPlace, redis: string): Promise<ServerProcess> {
  const { databaseUrl, main, prefix = ownPrefix } = place;
  const program = service('social-app', '/openapi.json', {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis,
    REDIS_PREFIX: prefix,
    SESSION_SECRET: 'a secret that only the bench knows',
    MESSAGE_LIMIT: '0',
    DATA_DIR: 'unused',
  });
  return startServer(main === undefined ? program : { ...program, file: main });
}
