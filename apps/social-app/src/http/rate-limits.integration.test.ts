import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { Redis } from 'ioredis';
import { migrationsDir } from '../testing/test-app.js';
import { limitsContract } from './rate-limits.contract.js';

const url = process.env['TEST_REDIS_URL'];
if (url === undefined) throw new Error('TEST_REDIS_URL is not set');
const redis = new Redis(url, { enableOfflineQueue: false, lazyConnect: true });
beforeAll(() => redis.connect());
// Addresses are the same in every run.
beforeAll(async () => {
  const keys = await redis.keys('social-app:rate:*sign-in:*');
  if (keys.length > 0) await redis.del(keys);
});
afterAll(() => redis.disconnect());

limitsContract(async () => ({
  database: await createEmbeddedTestDatabase(migrationsDir),
  redis,
}));
