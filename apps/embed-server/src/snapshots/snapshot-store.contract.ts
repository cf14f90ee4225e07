import { createHash } from 'node:crypto';
import type { SnapshotStore } from './snapshot-store.port.js';

export interface StoreUnderTest {
  readonly store: SnapshotStore;
  /** Puts an object there as somebody else would. */
  readonly plant: (name: string, value: Buffer) => Promise<void>;
}

const nameOf = (text: string, suffix = 'snapshot') =>
  `${createHash('sha256').update(text).digest('hex')}.${suffix}`;
const [first, second] = [nameOf('a'), nameOf('b', 'erased')];

/** What every store of snapshots does. */
export function describeSnapshotStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let store: SnapshotStore;
    let plant: StoreUnderTest['plant'];
    beforeEach(async () => {
      ({ store, plant } = await open());
    });

    it('has nothing at first', async () => {
      expect(await store.list()).toEqual([]);
      expect(await store.read(first, 10)).toBeNull();
      await store.remove(first);
    });

    it('returns what was written last, byte by byte', async () => {
      const bytes = Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256));
      for (const value of [bytes, Buffer.alloc(0), Buffer.from('short')]) {
        await store.write(first, value, 1000);
        expect(await store.read(first, 512)).toEqual(value);
      }
      await store.remove(first);
      expect(await store.read(first, 512)).toBeNull();
    });

    it('does not read what is larger than it may be', async () => {
      await store.write(first, Buffer.alloc(11), 1000);
      expect(await store.read(first, 10)).toBeNull();
      expect(await store.read(first, 11)).toHaveLength(11);
    });

    it('lists what may be of this service, however much there is', async () => {
      await store.write(first, Buffer.alloc(3), Date.parse('2026-01-02T03:04:05Z'));
      await store.write(second, Buffer.alloc(4), Date.parse('2026-01-02T03:04:06Z'));
      for (const foreign of ['x', 'a.snapshot', `${first}.bak`])
        await plant(foreign, Buffer.alloc(1));
      const many = Array.from({ length: 20 }, (_, at) => nameOf(String(at), 'voided'));
      for (const each of many) await store.write(each, Buffer.alloc(1), 1000);
      const listed = await store.list();
      expect(listed.map(({ name: each }) => each).toSorted()).toEqual(
        [first, second, ...many].toSorted(),
      );
      expect(listed.find(({ name: each }) => each === first)?.bytes).toBe(3);
      expect(listed.every(({ storedAt }) => storedAt > 0)).toBe(true);
    });

    it('is whole whoever writes at once', async () => {
      const values = Array.from({ length: 8 }, (_, at) => Buffer.alloc(50_000, at));
      await Promise.all(values.map((value) => store.write(first, value, 1000)));
      const found = await store.read(first, 50_000);
      expect(values).toContainEqual(found);
    });
  });
}
