import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { topologies, until, type TestTopology } from '@triptych/redis/testing';
import { connectTestRedis } from '../testing/shared-redis.js';
import { migrationsDir } from '../testing/test-app.js';
import { limitsContract } from './rate-limits.contract.js';

describe.each(Object.entries(topologies))('limits in %s', (_name, start) => {
  let topology: TestTopology;
  let redis: ReturnType<typeof connectTestRedis>;
  beforeAll(async () => {
    topology = await start();
    redis = connectTestRedis(undefined, topology.settings);
    await until(() => redis.commands.isReady());
  });
  afterAll(async () => {
    redis.close();
    await topology.close();
  });

  limitsContract(async () => ({
    database: await createEmbeddedTestDatabase(migrationsDir),
    redis,
  }));
});
