// A page that is shown before the database says what localStorage has lost by a kill, and writes.
import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { memoryDatabase } from '../store/testing/memory-database.js';
import { copy, prefix, shared, start, waiting } from '../store/testing/mirrored-storage.js';
import type { DeviceDatabase } from './device-database.js';
import type { DeviceStorage } from './device-storage.js';
import { lastStepKey, mirrored, PageStart, restoreSteps } from './queue-mirror.js';

function openEarly(storage: DeviceStorage, database: DeviceDatabase) {
  const page = new PageStart();
  page.begin('ann');
  const tab = mirrored('ann', storage, database, 'strict', page);
  const reply = async () => {
    const [last] = await database.read([lastStepKey]);
    return restoreSteps('ann', last, storage, database, page);
  };
  return { page, tab, reply };
}

type Act = readonly ['put' | 'remove' | 'written', number];
const acts = (maxLength: number, ...kinds: Act[0][]) =>
  fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(4)), { maxLength });

it('what a kill has lost is there also where the database replies after the page has written, without taking the place of that', async () => {
  await fc.assert(
    fc.asyncProperty(
      acts(20, 'put', 'put', 'remove', 'written'),
      acts(5, 'put', 'remove'),
      fc.constantFrom('the database replies', 'it is closed before that'),
      async (all, early, end) => {
        const database = memoryDatabase();
        await database.claim('ann');
        const storage = shared();
        const before = mirrored('ann', storage, database);
        let onDisk = copy(storage);
        for (const [index, [what, nth]] of all.entries()) {
          if (what === 'put') before.setItem(`${prefix}${nth}`, `of ${index}`);
          if (what === 'remove') before.removeItem(`${prefix}${nth}`);
          if (what === 'written') onDisk = copy(storage);
        }
        await Promise.resolve();
        const [greatest] = await database.read([lastStepKey]);
        // Numbers are at least the time, and a kill takes some.
        while (Date.now() <= Number(greatest ?? 0)) await new Promise(setImmediate);
        const { tab, reply } = openEarly(onDisk, database);
        const replied = end === 'the database replies' ? reply() : null;
        for (const one of [storage, tab])
          for (const [what, nth] of early) {
            if (what === 'put') one.setItem(`${prefix}${nth}`, 'early');
            else one.removeItem(`${prefix}${nth}`);
          }
        await replied;
        if (replied) expect(waiting(onDisk)).toEqual(waiting(storage));
        await start(onDisk, database);
        expect(waiting(onDisk)).toEqual(waiting(storage));
      },
    ),
    propertySize(),
  );
});

it('it says what was lost, and that nothing is missing any more, and notes its steps from then on', async () => {
  const database = memoryDatabase();
  await database.claim('ann');
  mirrored('ann', shared(), database).setItem(`${prefix}1`, 'lost');
  await Promise.resolve();
  const storage = shared();
  const { page, tab, reply } = openEarly(storage, database);
  let hasEnded = false;
  void page.ended.then(() => (hasEnded = true));
  tab.setItem(`${prefix}2`, 'early');
  await Promise.resolve();
  expect(hasEnded).toBe(false);
  expect(await reply()).toBe(true);
  expect(hasEnded).toBe(true);
  tab.removeItem(`${prefix}1`);
  await Promise.resolve();
  const [last] = await database.read([lastStepKey]);
  expect(await restoreSteps('ann', last, storage, database)).toBe(false);
  expect(waiting(storage)).toEqual({ [`${prefix}2`]: 'early' });
});

it('it undoes nothing of what a tab beside does meanwhile', async () => {
  const database = memoryDatabase();
  await database.claim('ann');
  const storage = shared();
  const beside = mirrored('ann', storage, database);
  const slow: DeviceDatabase = {
    ...database,
    async all(of) {
      const found = await database.all(of);
      beside.removeItem(`${prefix}1`);
      return found;
    },
  };
  const { reply } = openEarly(storage, slow);
  beside.setItem(`${prefix}1`, 'sent a moment later');
  // So each start reads the steps.
  await database.change('ann', [], () => ({ [lastStepKey]: Infinity }));
  await Promise.resolve();
  await reply();
  expect(waiting(storage)).toEqual({});
});
