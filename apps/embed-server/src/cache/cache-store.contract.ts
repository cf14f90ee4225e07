import type { CacheEntry, CacheStore } from './cache-store.port.js';

const now = Date.now();
const entry = (storedAt: number, body: Buffer | null): CacheEntry => ({
  found: body && { body, about: 'image/png' },
  storedAt,
  freshUntil: storedAt + 60_000,
  keepUntil: storedAt + 120_000,
});

/** What every store of the cache does; `open` returns an empty one. */
export function describeCacheStore(name: string, open: () => CacheStore): void {
  describe(`${name} as a store of the cache`, () => {
    it('returns what was stored, every byte and time of it', async () => {
      const store = open();
      const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      await store.set('image:a', entry(now, bytes));
      expect(await store.get('image:a')).toMatchObject(entry(now, bytes));
    });

    it('has nothing under another key, longer or shorter', async () => {
      const store = open();
      await store.set('tweet:2', entry(now, Buffer.from('x')));
      expect([await store.get('tweet:20'), await store.get('tweet:')]).toEqual([null, null]);
    });

    it('replaces an entry by the record that there is nothing', async () => {
      const store = open();
      await store.set('tweet:3', entry(now, Buffer.from('x')));
      await store.set('tweet:3', entry(now + 1, null));
      expect(await store.get('tweet:3')).toMatchObject({ found: null, storedAt: now + 1 });
    });

    it('lets a later entry replace an earlier one, never the other way round', async () => {
      const store = open();
      await store.set('tweet:4', entry(now, null));
      await store.set('tweet:4', entry(now - 1, Buffer.from('before')));
      expect((await store.get('tweet:4'))?.found).toBeNull();
      await store.set('tweet:4', entry(now + 1, Buffer.from('after')));
      expect((await store.get('tweet:4'))?.found?.body.toString()).toBe('after');
      await store.set('tweet:4', entry(now - 1, null));
      expect((await store.get('tweet:4'))?.found?.body.toString()).toBe('after');
    });

    it('voids what is purged, whatever its time, and takes what is stored after both', async () => {
      const store = open();
      for (const [key, storedAt] of [
        ['tweet:6', now - 5],
        ['tweet:7', now + 30_000],
      ] as const) {
        await store.set(key, entry(storedAt, Buffer.from('withdrawn')));
        expect(await store.purge(key, now)).toBe(true);
        const record = await store.get(key);
        expect(record?.found ?? null).toBeNull();
        expect(record?.freshUntil ?? 0).toBe(0);
        await store.set(key, entry(storedAt, Buffer.from('withdrawn')));
        expect((await store.get(key))?.found ?? null).toBeNull();
        await store.set(key, entry(Math.max(now, storedAt) + 2, Buffer.from('after')));
        expect((await store.get(key))?.found?.body.toString()).toBe('after');
      }
    });

    it('prolongs the same entry', async () => {
      const store = open();
      await store.set('tweet:5', entry(now, Buffer.from('x')));
      const longer = { ...entry(now, Buffer.from('x')), freshUntil: now + 90_000 };
      await store.set('tweet:5', longer);
      expect((await store.get('tweet:5'))?.freshUntil).toBe(now + 90_000);
    });
  });
}
