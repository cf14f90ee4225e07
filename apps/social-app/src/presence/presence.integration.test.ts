import { Redis } from 'ioredis';
import { createPostgres, createPostgresWorld } from '../testing/postgres-world.js';
import { presenceContract } from './presence.contract.js';

presenceContract(async () => {
  const database = await createPostgres();
  const url = process.env['TEST_REDIS_URL'];
  if (!url) throw new Error('set TEST_REDIS_URL to the URL of a Redis for tests');
  const redis = [new Redis(url), new Redis(url)];
  const start = (client?: Redis) =>
    createPostgresWorld(database.url, { redis: client, presence: { graceMs: 50 } });
  const [here, there] = [await start(redis[0]), await start(redis[1])];
  return {
    here,
    there,
    async close() {
      await here.close();
      await there.close();
      redis.forEach((each) => each.disconnect());
      await database.drop();
    },
  };
});
