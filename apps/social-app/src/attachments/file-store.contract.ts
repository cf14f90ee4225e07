import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from './file-store.port.js';

export interface StoreUnderTest {
  readonly store: FileStore;
  /** Names of what is kept, as somebody else would find them. */
  readonly names: () => Promise<readonly string[]>;
  /** Puts something there as somebody else would. */
  readonly plant: (path: string, bytes: Buffer) => Promise<void>;
}

async function* piecesOf(bytes: Buffer, length = 70_000) {
  for (let start = 0; start < bytes.length; start += length)
    yield bytes.subarray(start, start + length);
}

const whole = (bytes: Buffer) => ({ start: 0, end: bytes.length - 1 });

/** What every store of files does. */
export function describeFileStore(what: string, open: () => Promise<StoreUnderTest>): void {
  describe(what, () => {
    let store: FileStore;
    let parts: StoreUnderTest;
    beforeEach(async () => {
      parts = await open();
      ({ store } = parts);
    });
    const read = async (name: string, range: { start: number; end: number }) => {
      const bytes = await store.read(name, range);
      return bytes && buffer(bytes);
    };
    async function listed() {
      const all = [];
      for await (const portion of store.list()) all.push(...portion);
      return all;
    }

    it('has nothing at first', async () => {
      const name = randomUUID();
      expect(await store.read(name, { start: 0, end: 0 })).toBeNull();
      await store.remove(name);
      expect(await listed()).toEqual([]);
    });

    it('a staged file has no name until it is kept, then has all of it', async () => {
      const [name, bytes] = [randomUUID(), randomBytes(1_300_001)];
      const staged = await store.stage(piecesOf(bytes), bytes.length);
      expect([staged?.size, staged?.head.equals(bytes.subarray(0, 65_536))]).toEqual([
        bytes.length,
        true,
      ]);
      expect((await staged?.readAll())?.equals(bytes)).toBe(true);
      const unfinished = (await parts.names()).filter((each) => !each.endsWith('.part'));
      expect([await listed(), unfinished]).toEqual([[], []]);
      await staged?.keep(name);
      await staged?.drop();
      expect((await read(name, whole(bytes)))?.equals(bytes)).toBe(true);
      expect(await parts.names()).toEqual([name]);
    });

    it('what is edited is kept as it is then', async () => {
      const [name, bytes] = [randomUUID(), randomBytes(200_000)];
      const staged = await store.stage(piecesOf(bytes), bytes.length);
      const found = await staged?.edit(async (file) => {
        const before = await file.read(100, 50);
        await file.write(120, Buffer.from('hello'));
        return [file.size, before, (await file.read(118, 9)).toString('latin1').slice(2, 7)];
      });
      expect(found).toEqual([bytes.length, bytes.subarray(100, 150), 'hello']);
      await staged?.keep(name);
      bytes.write('hello', 120);
      expect((await read(name, whole(bytes)))?.equals(bytes)).toBe(true);
    });

    it('nothing is left of what is dropped, too long or broken off', async () => {
      const bytes = randomBytes(100_000);
      await (await store.stage(piecesOf(bytes), bytes.length))?.drop();
      expect(await store.stage(piecesOf(bytes), bytes.length - 1)).toBeNull();
      async function* broken() {
        yield bytes;
        throw new Error('gone');
      }
      await expect(store.stage(broken(), 1_000_000)).rejects.toThrow('gone');
      expect([await listed(), await parts.names()]).toEqual([[], []]);
    });

    it('gives any range of what is there, and null for what is not', async () => {
      const [name, bytes] = [randomUUID(), randomBytes(1_200_000)];
      await store.write(name, bytes);
      for (const [start, end] of [
        [0, 0],
        [0, 524_287],
        [524_287, 524_288],
        [10, 1_100_000],
        [1_199_999, 1_199_999],
      ] as const) {
        const part = await read(name, { start, end });
        expect([start, end, part?.equals(bytes.subarray(start, end + 1))]).toEqual([
          start,
          end,
          true,
        ]);
      }
      for (const [start, end] of [
        [0, 1_200_000],
        [1_200_000, 1_200_000],
      ] as const)
        expect(await store.read(name, { start, end }).then((found) => found && null)).toBeNull();
    });

    it('is whole whoever writes at once, and what is removed is gone', async () => {
      const name = `${randomUUID()}.small`;
      const values = Array.from({ length: 8 }, (_, at) => Buffer.alloc(50_000, at));
      await Promise.all(values.map((value) => store.write(name, value)));
      expect(values).toContainEqual(await read(name, { start: 0, end: 49_999 }));
      await store.remove(name);
      expect(await store.read(name, { start: 0, end: 0 })).toBeNull();
    });

    it('lists what may be of this service, however much there is', async () => {
      const names = Array.from({ length: 20 }, (): string => randomUUID());
      names.push(`${names[0]}.medium`);
      for (const name of names) await store.write(name, Buffer.alloc(1));
      for (const foreign of ['x', `ff/${names[0]}.exe`, 'zz/y', `ff/${randomUUID()}x`])
        await parts.plant(foreign, Buffer.alloc(1));
      const found = await listed();
      expect(found.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
      expect(found.every(({ storedAt }) => storedAt > 1_700_000_000_000)).toBe(true);
    });
  });
}
