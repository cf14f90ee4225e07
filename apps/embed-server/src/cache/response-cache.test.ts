import type { CacheEvent } from '../http/cache-status.js';
import { createMemoryCache } from './cache-store.memory.js';
import { createCache, isHit } from './read-through.js';
import { everyonesTurn } from './lock.memory.js';
import { jsonReply } from '../http/prepared-reply.js';
import { createResponseCache } from './response-cache.js';

const kind = { fresh: 100, revalidate: 100, stale: 100 };
const answer = jsonReply({ a: 1 });

async function start(maxBytes = 100_000) {
  let now = 1_000_000;
  const memory = createMemoryCache(1_000_000);
  const [hits, counted] = [[] as CacheEvent[], [] as string[]];
  const cache = createCache({
    store: memory,
    turns: everyonesTurn,
    patience: 1000,
    now: () => now,
    onEvent: (event) => void (isHit(event) && hits.push(event)),
    apart: (work) => work(),
  });
  const read = () =>
    cache.readThrough('tweet:1', kind, async () => ({ body: Buffer.from('x'), about: 'test' }));
  await read();
  await read();
  const hot = createResponseCache({
    maxBytes,
    now: () => now,
    held: (key) => memory.held(key),
    count: ({ outcome }) => counted.push(outcome),
  });
  const give = (name: string, given = answer, maxAge = 100, from: readonly CacheEvent[] = hits) =>
    hot.store(name, { prepared: given, headers: { vary: 'Origin' }, maxAge, events: from });
  return { hot, give, counted, memory, wait: (ms: number) => void (now += ms) };
}

describe('hot answers', () => {
  it('are kept when the same one was given twice, and counted when found', async () => {
    const { hot, give, counted } = await start();
    give('/a');
    expect(hot.find('/a')).toBeNull();
    give('/a');
    expect(hot.find('/a')).toMatchObject({ prepared: answer, headers: { vary: 'Origin' } });
    expect(hot.find('/b')).toBeNull();
    expect(counted).toEqual(['hit']);
  });

  it('are not kept when made anew each time, nor when named at length or lasting by a rule of their own', async () => {
    const { hot, give } = await start();
    const long = `/${'a'.repeat(5000)}`;
    for (let n = 0; n < 3; n += 1) {
      give('/anew', jsonReply({ a: 1 }));
      give('/other', answer, 99);
      give(long);
    }
    expect([hot.find('/anew'), hot.find('/other'), hot.find(long)]).toEqual([null, null, null]);
  });

  it('made of no copy stay, always as old as at first', async () => {
    const { hot, give, counted, memory, wait } = await start();
    give('/a', answer, 60, []);
    give('/a', answer, 60, []);
    wait(1_000_000);
    memory.forget('tweet:1', Infinity);
    const { headers } = hot.find('/a') ?? { headers: {} };
    expect(headers).toMatchObject({ 'cache-control': expect.stringContaining('max-age=60,') });
    expect(headers).not.toHaveProperty('cache-status');
    expect(counted).toEqual([]);
  });

  it('tell the seconds that are left, and are gone with the last', async () => {
    const { hot, give, wait } = await start();
    give('/a');
    give('/a');
    wait(1);
    expect(hot.find('/a')?.headers['cache-control']).toContain('max-age=100,');
    wait(999);
    expect(hot.find('/a')?.headers['cache-control']).toContain('max-age=99,');
    wait(98_999);
    expect(hot.find('/a')?.headers['cache-control']).toContain('max-age=1,');
    wait(1);
    expect(hot.find('/a')).toBeNull();
  });

  it('are gone with the copy, forgotten or replaced', async () => {
    const { hot, give, memory } = await start();
    give('/a');
    give('/a');
    const copy = memory.held('tweet:1');
    if (copy) await memory.set('tweet:1', { ...copy, freshUntil: copy.freshUntil + 1 });
    expect(hot.find('/a')).toBeNull();
    const other = await start();
    other.give('/a');
    other.give('/a');
    other.memory.forget('tweet:1', Infinity);
    expect(other.hot.find('/a')).toBeNull();
  });

  it('hold no more than they may', async () => {
    const { hot, give } = await start(8000);
    const names = ['/a', '/b', '/c', '/d', '/e'];
    for (const name of [...names, ...names].sort()) give(name);
    expect(names.filter((name) => hot.find(name)).length).toBe(2);
    expect(hot.find('/e')).not.toBeNull();
  });
});
