import type { CacheEvent } from '../http/cache-status.js';
import { createMemoryCache } from './cache-store.memory.js';
import { createCache, isHit } from './read-through.js';
import { jsonReply } from '../http/prepared-reply.js';
import { createResponseCache } from './response-cache.js';

const kind = { fresh: 100, revalidate: 100, stale: 100 };
const prepared = jsonReply({ a: 1 });

async function start(maxBytes = 100_000) {
  let now = 1_000_000;
  const memory = createMemoryCache(1_000_000);
  const [hits, counted] = [[] as CacheEvent[], [] as string[]];
  const cache = createCache({
    store: memory,
    lock: null,
    maxWait: 1000,
    now: () => now,
    onEvent: (event) => void (isHit(event) && hits.push(event)),
    onFailure: () => undefined,
    inBackground: (work) => work(),
  });
  const read = () =>
    cache.readThrough('tweet:1', kind, async () => ({ body: Buffer.from('x'), about: 'test' }));
  await read();
  await read();
  const responses = createResponseCache({
    maxBytes,
    now: () => now,
    held: (key) => memory.held(key),
    count: ({ outcome }) => counted.push(outcome),
  });
  const send = (name: string, sent = prepared, maxAge = 100, from: readonly CacheEvent[] = hits) =>
    responses.store(name, { prepared: sent, headers: { vary: 'Origin' }, maxAge, events: from });
  return { responses, send, counted, memory, wait: (ms: number) => void (now += ms) };
}

describe('a cached reply', () => {
  it('is kept when the same bytes were sent twice, and counted when found', async () => {
    const { responses, send, counted } = await start();
    send('/a');
    expect(responses.find('/a')).toBeNull();
    send('/a');
    expect(responses.find('/a')).toMatchObject({ prepared, headers: { vary: 'Origin' } });
    expect(responses.find('/b')).toBeNull();
    expect(counted).toEqual(['hit']);
  });

  it('is not kept when its bytes are made anew each time, its key is long, or its max-age is not that of its item', async () => {
    const { responses, send } = await start();
    const long = `/${'a'.repeat(5000)}`;
    for (let n = 0; n < 3; n += 1) {
      send('/anew', jsonReply({ a: 1 }));
      send('/other', prepared, 99);
      send(long);
    }
    expect([responses.find('/anew'), responses.find('/other'), responses.find(long)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('stays, and does not age, when it is made of no copy', async () => {
    const { responses, send, counted, memory, wait } = await start();
    send('/a', prepared, 60, []);
    send('/a', prepared, 60, []);
    wait(1_000_000);
    memory.forget('tweet:1', Infinity);
    const { headers } = responses.find('/a') ?? { headers: {} };
    expect(headers).toMatchObject({ 'cache-control': expect.stringContaining('max-age=60,') });
    expect(headers).not.toHaveProperty('cache-status');
    expect(counted).toEqual([]);
  });

  it('has the seconds that are left in its headers, and is gone with the last', async () => {
    const { responses, send, wait } = await start();
    send('/a');
    send('/a');
    wait(1);
    expect(responses.find('/a')?.headers['cache-control']).toContain('max-age=100,');
    wait(999);
    expect(responses.find('/a')?.headers['cache-control']).toContain('max-age=99,');
    wait(98_999);
    expect(responses.find('/a')?.headers['cache-control']).toContain('max-age=1,');
    wait(1);
    expect(responses.find('/a')).toBeNull();
  });

  it('is gone with its copy, dropped or replaced', async () => {
    const { responses, send, memory } = await start();
    send('/a');
    send('/a');
    const copy = memory.held('tweet:1');
    if (copy) await memory.set('tweet:1', { ...copy, freshUntil: copy.freshUntil + 1 });
    expect(responses.find('/a')).toBeNull();
    const other = await start();
    other.send('/a');
    other.send('/a');
    other.memory.forget('tweet:1', Infinity);
    expect(other.responses.find('/a')).toBeNull();
  });

  it('takes no more memory than it may', async () => {
    const { responses, send } = await start(8000);
    const names = ['/a', '/b', '/c', '/d', '/e'];
    for (const name of [...names, ...names].sort()) send(name);
    expect(names.filter((name) => responses.find(name)).length).toBe(2);
    expect(responses.find('/e')).not.toBeNull();
  });
});

const copy = () => ({ body: Buffer.from('x'), about: 'x' });
const memory = 10_000;

const memoiseIn = (maxBytes: number) =>
  createResponseCache({ maxBytes, now: Date.now, held: () => undefined, count: () => undefined })
    .memoise;

/** Counts how often each thing was made. */
function maker() {
  const made: string[] = [];
  const make =
    (what: string, bytes = 10) =>
    () => {
      made.push(what);
      return { what, bytes };
    };
  return { made, make };
}

describe('a value made of a copy', () => {
  it('is made once for each variant', async () => {
    const [memoise, one] = [memoiseIn(memory), copy()];
    const { made, make } = maker();
    for (const name of ['a', 'b', 'a', 'b']) {
      expect((await memoise(one, name, make(name))).what).toBe(name);
    }
    expect(made).toEqual(['a', 'b']);
  });

  it('is not returned for another copy, however alike', async () => {
    const memoise = memoiseIn(memory);
    const { make } = maker();
    await memoise(copy(), 'a', make('old'));
    expect((await memoise(copy(), 'a', make('new'))).what).toBe('new');
  });

  it('is not kept where there is no copy', async () => {
    const memoise = memoiseIn(memory);
    const { made, make } = maker();
    for (const what of ['first', 'second']) await memoise(null, 'a', make(what));
    expect(made).toEqual(['first', 'second']);
  });

  it('takes no more memory than it may: the least used goes', async () => {
    const [memoise, one] = [memoiseIn(memory), copy()];
    const { made, make } = maker();
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await memoise(one, name, make(name, 3000));
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('is made anew each time when it is larger than the whole memory', async () => {
    const [memoise, one] = [memoiseIn(memory), copy()];
    const { made, make } = maker();
    for (const what of ['first', 'second']) {
      expect((await memoise(one, 'a', make(what, 20_000))).what).toBe(what);
    }
    expect(made).toEqual(['first', 'second']);
  });

  it('counts the bytes of variants, which clients choose', async () => {
    const [memoise, one] = [memoiseIn(memory), copy()];
    const { made, make } = maker();
    const long = 'x'.repeat(6000);
    for (const name of ['1', '2', '1']) await memoise(one, name + long, make(name));
    expect(made).toEqual(['1', '2', '1']);
  });
});
