import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { memoryDatabase } from '../store/testing/memory-database.js';
import {
  copy,
  limitedStorage,
  prefix,
  shared,
  start,
  waiting,
} from '../store/testing/mirrored-storage.js';
import type { DeviceDatabase } from './device-database.js';
import { forgetOldSteps, lastStepKey, mirrored, restoreSteps, stepPrefix } from './queue-mirror.js';

type Act = readonly ['put' | 'remove' | 'written' | 'another tab', number];
const act: fc.Arbitrary<Act> = fc.tuple(
  fc.constantFrom('put', 'put', 'remove', 'written', 'another tab' as const),
  fc.nat(4),
);

it('after a kill all is as it was, whatever localStorage had on the disk by then, and a start beside another tab changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const database = memoryDatabase();
      await database.claim('ann');
      const storage = shared();
      const tabs = [mirrored('ann', storage, database), mirrored('ann', storage, database)];
      let onDisk = copy(storage);
      for (const [index, [what, nth]] of acts.entries()) {
        const tab = tabs[index % 2]!;
        if (what === 'put') tab.setItem(`${prefix}${nth}`, `of ${index}`);
        if (what === 'remove') tab.removeItem(`${prefix}${nth}`);
        if (what === 'written') onDisk = copy(storage);
        if (what !== 'another tab') continue;
        const before = waiting(storage);
        await start(storage, database);
        expect(waiting(storage)).toEqual(before);
      }
      await start(onDisk, database);
      expect(waiting(onDisk)).toEqual(waiting(storage));
    }),
    propertySize(),
  );
});

it('a start with all that was written reads no step', async () => {
  const database = memoryDatabase();
  await database.claim('ann');
  let reads = 0;
  const counting: DeviceDatabase = { ...database, all: (of) => (reads++, database.all(of)) };
  const storage = shared();
  const tab = mirrored('ann', storage, database);
  tab.setItem(`${prefix}1`, 'x');
  await start(storage, counting);
  expect(reads).toBe(0);
  expect(await restoreSteps('ann', 'damaged', storage, counting)).toBe(false);
  await start(shared(), counting);
  expect(reads).toBe(2);
});

it('what a full localStorage does not take is there after each start, until it is changed or gone', async () => {
  const database = memoryDatabase();
  await database.claim('ann');
  const { open, fill } = limitedStorage();
  const [first, beside] = [open(), open()];
  const tab = mirrored('ann', first, database);
  const other = mirrored('ann', beside, database);
  tab.setItem(`${prefix}1`, 'kept');
  await Promise.resolve();
  fill(true);
  tab.setItem(`${prefix}2`, 'too much');
  tab.setItem(`${prefix}3`, 'too much as well');
  await Promise.resolve();
  // What other tabs do meanwhile is noted with a greater number.
  other.removeItem(`${prefix}1`);
  await Promise.resolve();
  const all = { [`${prefix}2`]: 'too much', [`${prefix}3`]: 'too much as well' };
  expect(waiting(open())).toEqual({});
  for (const isFull of [true, true, false]) {
    fill(isFull);
    const next = open();
    await start(next, database);
    expect(waiting(next)).toEqual(all);
  }
  const last = open();
  mirrored('ann', last, database).removeItem(`${prefix}2`);
  mirrored('ann', last, database).setItem(`${prefix}3`, 'other');
  const after = open();
  await start(after, database);
  expect(waiting(after)).toEqual({ [`${prefix}3`]: 'other' });
});

it('what is tried and taken in the task in which it was queued is written once, as it is in the end', async () => {
  const database = memoryDatabase();
  await database.claim('ann');
  let writes = 0;
  const counting: DeviceDatabase = {
    ...database,
    change: (...change) => {
      writes += 1;
      return database.change(...change);
    },
  };
  const tab = mirrored('ann', shared(), counting);
  tab.setItem(`${prefix}1`, 'waiting');
  tab.setItem(`${prefix}1`, 'tried');
  tab.removeItem(`${prefix}2`);
  await Promise.resolve();
  expect(writes).toBe(1);
  const values = (await database.all(stepPrefix)) as { key: string; value: string | null }[];
  expect(values.map(({ key, value }) => [key, value])).toEqual([
    [`${prefix}1`, 'tried'],
    [`${prefix}2`, null],
  ]);
});

it('what is not a step of this person is left alone', async () => {
  const database = memoryDatabase();
  await database.claim('ann');
  const put = (steps: readonly unknown[]) =>
    database.change('ann', [], () =>
      Object.fromEntries(steps.map((step, index) => [`${stepPrefix}${index}`, step])),
    );
  const storage = shared();
  const good = { key: `${prefix}1`, number: 5, value: 'x' };
  const bad = [null, 'x', {}, { ...good, key: 'owner' }, { ...good, key: 'queue/bob/1' }];
  await put([...bad, { ...good, value: 7 }]);
  await restoreSteps('ann', Infinity, storage, database);
  expect(storage.keys()).toEqual([]);
  await put([good]);
  await restoreSteps('ann', Infinity, storage, database);
  expect(waiting(storage)).toEqual({ [`${prefix}1`]: 'x' });
});

it('what was signed out of is not there any more, and nothing is written for it', async () => {
  const database = memoryDatabase();
  await database.claim('ann');
  const tab = mirrored('ann', shared(), database);
  tab.setItem(`${prefix}1`, 'x');
  await Promise.resolve();
  await database.clear();
  tab.setItem(`${prefix}2`, 'late');
  await Promise.resolve();
  await database.claim('bob');
  tab.removeItem(`${prefix}1`);
  await Promise.resolve();
  expect(await database.all(stepPrefix)).toEqual([]);
  expect(await database.read([lastStepKey])).toEqual([undefined]);
});

it('removals are forgotten once localStorage must have been written', async () => {
  const database = memoryDatabase();
  await database.claim('ann');
  const old = { key: `${prefix}1`, number: Date.now() - 2 * 60 * 60 * 1_000, value: null };
  const recent = { key: `${prefix}2`, number: Date.now(), value: null };
  const waits = { ...old, key: `${prefix}3`, value: 'x' };
  await database.change('ann', [], () =>
    Object.fromEntries([old, recent, waits].map((step) => [`${stepPrefix}${step.key}`, step])),
  );
  await forgetOldSteps('ann', database);
  const left = (await database.all(stepPrefix)).filter((one) => one !== undefined);
  expect(left).toEqual([recent, waits]);
});
