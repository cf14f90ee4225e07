import fc from 'fast-check';
import { memoryDatabase } from '../store/testing/memory-database.js';
import { memoryStorage, type DeviceStorage } from './device-storage.js';
import { mirrored, restoreSteps, stepPrefix } from './queue-mirror.js';

const shared = (): DeviceStorage => ({ ...memoryStorage(), isShared: true });
const prefix = 'queue/ann/';

/** What waits, by key. */
const waiting = (storage: DeviceStorage) =>
  Object.fromEntries(
    storage
      .keys()
      .filter((key) => key.startsWith(prefix))
      .sort()
      .map((key) => [key, storage.getItem(key)]),
  );

const copy = (from: DeviceStorage): DeviceStorage => {
  const to = shared();
  for (const key of from.keys()) to.setItem(key, from.getItem(key)!);
  return to;
};

async function readSteps(database: ReturnType<typeof memoryDatabase>): Promise<unknown[]> {
  const steps: unknown[] = [];
  await database.each(stepPrefix, (step) => steps.push(step));
  return steps;
}

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
        restoreSteps('ann', await readSteps(database), storage, database);
        expect(waiting(storage)).toEqual(before);
      }
      restoreSteps('ann', await readSteps(database), onDisk, database);
      expect(waiting(onDisk)).toEqual(waiting(storage));
    }),
  );
});

it('what is not a step of this person is left alone', async () => {
  const storage = shared();
  const good = { key: `${prefix}1`, number: 5, value: 'x' };
  const bad = [null, 'x', {}, { ...good, key: 'owner' }, { ...good, key: 'queue/bob/1' }];
  restoreSteps('ann', [...bad, { ...good, value: 7 }], storage, memoryDatabase());
  expect(storage.keys()).toEqual([]);
  restoreSteps('ann', [good], storage, memoryDatabase());
  expect(waiting(storage)).toEqual({ [`${prefix}1`]: 'x' });
});

it('what was signed out of is not there any more, and nothing is written for it', async () => {
  const database = memoryDatabase();
  await database.claim('ann');
  const tab = mirrored('ann', shared(), database);
  tab.setItem(`${prefix}1`, 'x');
  await database.clear();
  tab.setItem(`${prefix}2`, 'late');
  await database.claim('bob');
  tab.removeItem(`${prefix}1`);
  expect(await readSteps(database)).toEqual([]);
});

it('removals are forgotten once localStorage must have been written', async () => {
  const database = memoryDatabase();
  await database.claim('ann');
  const old = { key: `${prefix}1`, number: Date.now() - 2 * 60 * 60 * 1_000, value: null };
  await database.change('ann', [], () => ({ [`${stepPrefix}${old.key}`]: old }));
  restoreSteps('ann', await readSteps(database), shared(), database);
  expect((await readSteps(database)).filter((one) => one !== undefined)).toEqual([]);
});
