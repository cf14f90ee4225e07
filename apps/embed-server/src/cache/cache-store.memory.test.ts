import { describeCacheStore } from './cache-store.contract.js';
import { createMemoryCache } from './cache-store.memory.js';

describeCacheStore('memory', () => createMemoryCache(100_000));

it('drops a copy from before a time, and no later one', async () => {
  const store = createMemoryCache(100_000);
  const times = { storedAt: 1000, freshUntil: 2000, keepUntil: 3000 };
  await store.set('tweet:1', { found: null, ...times });
  store.forget('tweet:1', 1000);
  store.forget('tweet:2', 1000);
  expect(await store.get('tweet:1')).toMatchObject(times);
  store.forget('tweet:1', 1001);
  expect(await store.get('tweet:1')).toBeNull();
});
