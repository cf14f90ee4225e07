import { randomUUID } from 'node:crypto';
import { tester, type TestStores } from '../testing/test-app.js';
import { createSecret, hashOf } from './api-key.js';

/** What every database does with keys. */
export function keyStoreContract(open: () => Promise<TestStores>): void {
  let test: TestStores;
  let store: TestStores['stores']['keys'];
  beforeAll(async () => {
    test = await open();
    store = test.stores.keys;
  });
  beforeEach(() => test.reset());
  afterAll(() => test.close());

  const fresh = (endsAt: Date | null = null) => ({
    id: randomUUID(),
    hash: hashOf(createSecret()),
    endsAt,
  });
  const made = async (endsAt: Date | null = null) => {
    const key = { ...fresh(endsAt), name: 'n', scopes: ['read', 'admin'] as const };
    return { hash: key.hash, ...(await store.create(key, tester)) };
  };
  const inAnHour = () => new Date(Date.now() + 3_600_000);
  const all = { after: undefined, limit: 100 };

  it('finds a key by its hash, with its scopes and what is left of its time', async () => {
    const [endless, ending] = [await made(), await made(inAnHour())];
    expect(await store.find(endless.hash)).toMatchObject({
      id: endless.id,
      scopes: ['read', 'admin'],
      left: null,
    });
    const { left } = (await store.find(ending.hash))!;
    expect(left).toBeGreaterThan(3_000_000);
    expect(left).toBeLessThanOrEqual(3_601_000);
    expect(await store.find(hashOf('another'))).toBeNull();
  });

  it('finds many that are looked for at once, each by its own hash', async () => {
    const keys = [await made(), await made(), await made()];
    const found = await Promise.all(keys.map(({ hash }) => store.find(hash)));
    expect(found.map((key) => key?.id)).toEqual(keys.map(({ id }) => id));
  });

  it('ends a key at once and for good, and leaves its row', async () => {
    const key = await made();
    expect(await store.end(key.id, tester)).toBe(true);
    expect(await store.find(key.hash)).toBeNull();
    const [ended] = await store.list(all);
    expect(ended!.endsAt!.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(await store.end(key.id, tester)).toBe(true);
    expect((await store.list(all))[0]).toEqual(ended);
    expect(await store.end(randomUUID(), tester)).toBe(false);
    expect((await store.replace(key.id, fresh(), 60, tester)).kind).toBe('ended');
    expect(await store.list(all)).toHaveLength(1);
  });

  it('replaces a key by one of its name and scopes, both valid until the former ends', async () => {
    const [key, by] = [await made(), fresh()];
    const outcome = await store.replace(key.id, by, 3_600, tester);
    if (outcome.kind !== 'replaced') throw new Error(outcome.kind);
    expect(outcome.key).toMatchObject({
      id: by.id,
      name: 'n',
      scopes: ['read', 'admin'],
      endsAt: null,
    });
    expect(outcome.replaced).toMatchObject({ id: key.id, name: 'n' });
    const overlap = outcome.replaced.endsAt!.getTime() - outcome.key.createdAt.getTime();
    expect(Math.round(overlap / 1000)).toBe(3_600);
    expect(await store.find(by.hash)).toMatchObject({ left: null });
    expect((await store.find(key.hash))!.left).toBeGreaterThan(3_000_000);
    expect(await store.replace(randomUUID(), fresh(), 60, tester)).toEqual({ kind: 'not-found' });
  });

  it('ends a key that was replaced twice at the earlier moment', async () => {
    const key = await made();
    const [first, second] = [
      await store.replace(key.id, fresh(), 60, tester),
      await store.replace(key.id, fresh(), 3_600, tester),
    ];
    if (first.kind !== 'replaced' || second.kind !== 'replaced') throw new Error('not replaced');
    expect(second.replaced.endsAt).toEqual(first.replaced.endsAt);
    expect(await store.list(all)).toHaveLength(3);
  });

  it('gives a replacement the end that was planned for the former, not that of its overlap', async () => {
    const endsAt = inAnHour();
    const key = await made(endsAt);
    for (const overlap of [60, 0]) {
      const outcome = await store.replace(key.id, fresh(), overlap, tester);
      if (outcome.kind !== 'replaced') throw new Error(outcome.kind);
      expect(outcome.key.endsAt).toEqual(endsAt);
    }
    expect(await store.find(key.hash)).toBeNull();
  });

  it('lists keys in the order in which they were made, by pages', async () => {
    const keys = [await made(), await made(), await made()];
    const first = await store.list({ after: undefined, limit: 2 });
    const rest = await store.list({ after: first[1]!.id, limit: 2 });
    const byTime = [...first, ...rest];
    expect(byTime.map(({ id }) => id).sort()).toEqual(keys.map(({ id }) => id).sort());
    expect(byTime).toEqual(
      [...byTime].sort((one, other) => Number(one.createdAt) - Number(other.createdAt)),
    );
  });

  it('notes a use at most once a minute', async () => {
    const key = await made();
    const used = async () => (await store.list(all))[0]!.lastUsedAt;
    expect(await used()).toBeNull();
    await store.noteUse(key.id);
    const first = await used();
    expect(Math.abs(first!.getTime() - Date.now())).toBeLessThan(60_000);
    await store.noteUse(key.id);
    expect(await used()).toEqual(first);
    await test.query(`UPDATE api_keys SET last_used_at = last_used_at - interval '61 seconds'`);
    await store.noteUse(key.id);
    expect((await used())!.getTime()).toBeGreaterThanOrEqual(first!.getTime());
  });
}
