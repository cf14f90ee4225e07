import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import type { SnapshotStore } from './snapshot-store.port.js';
import { createMapStore, createReplica, type Weather, type World } from './testing/replicas.js';

type Step = Weather | 'erase' | 'purge' | 'restart';

const steps: readonly Step[] = [
  ...(['ok', 'lacks a part', 'lacks its author', 'fails', 'gone', 'withheld', 'doubtful'] as const),
  ...(['erase', 'purge', 'restart'] as const),
];

// Milliseconds in which the cache forgets everything.
const long = 3 * 86_400_000;

/** What has to be seen, told by a few lines that know nothing of stores and caches. */
function createOracle(follow: boolean) {
  let kept: string | null = null;
  let isErased = false;
  return {
    read: (weather: Weather, value: string): string => {
      const shown = kept === null ? null : `snapshot of ${kept}`;
      if (weather === 'ok' || weather.startsWith('lacks')) {
        const isKept = weather === 'ok' || (weather === 'lacks a part' && kept === null);
        if (!isErased && isKept) kept = value;
        return value;
      }
      if (weather === 'fails') return shown ?? 'error';
      if (weather === 'doubtful' && shown) return shown;
      if (weather === 'withheld' || follow) kept = null;
      return kept === null ? 'nothing' : (shown ?? 'nothing');
    },
    void: (isForGood: boolean) => {
      kept = null;
      isErased ||= isForGood;
    },
  };
}

it('a thousand histories are seen as a plain oracle tells them', async () => {
  const history = fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(history, fc.boolean(), async (all, follow) => {
      const world: World = { weather: 'ok', value: '', now: long };
      const objects = new Map<string, Buffer>();
      const oracle = createOracle(follow);
      let replica = createReplica(world, createMapStore(objects), follow);
      for (const [at, step] of all.entries()) {
        world.now += long;
        world.value = `words ${at}`;
        if (step === 'restart') {
          await replica.close();
          replica = createReplica(world, createMapStore(objects), follow);
        } else if (step === 'erase' || step === 'purge') {
          await replica.forget('tweet:1');
          await replica.erase('tweet:1', step === 'erase');
          oracle.void(step === 'erase');
        } else {
          world.weather = step;
          expect(await replica.read('tweet:1')).toBe(oracle.read(step, world.value));
        }
        await replica.settled();
      }
      await replica.close();
    }),
    propertySize(1000),
  );
});

/** Each call of the store waits for its turn, which the scheduler chooses. */
function scheduled(store: SnapshotStore, scheduler: fc.Scheduler): SnapshotStore {
  const inTurn = (label: string) => scheduler.schedule(Promise.resolve(), label);
  return {
    read: (name, most) => inTurn('read').then(() => store.read(name, most)),
    write: (name, value, at) => inTurn('write').then(() => store.write(name, value, at)),
    remove: (name) => inTurn('remove').then(() => store.remove(name)),
    list: () => inTurn('list').then(() => store.list()),
  };
}

it.each([true, false])(
  'however calls of two replicas meet, what was read before an erasure (for good: %s) does not stay',
  async (isForGood) => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const world: World = { weather: 'ok', value: 'words', now: long };
        const objects = new Map<string, Buffer>();
        const store = scheduled(createMapStore(objects), scheduler);
        const [first, second] = [createReplica(world, store), createReplica(world, store)];
        // Both keep it, and one erases it meanwhile.
        const work = [first.read('tweet:1'), second.read('tweet:1')];
        const erasing = second.erase('tweet:1', isForGood);
        const done = Promise.all([...work, erasing]).then(() =>
          Promise.all([first.settled(), second.settled()]),
        );
        await scheduler.waitFor(done);
        expect([...objects.keys()].filter((name) => name.endsWith('.snapshot'))).toEqual([]);
        world.weather = 'fails';
        world.now += long;
        const third = createReplica(world, createMapStore(objects));
        expect(await third.read('tweet:1')).toBe('error');
      }),
      propertySize(200),
    );
  },
);

it('a replica that shows a snapshot stops within a minute of its erasure at another', async () => {
  const world: World = { weather: 'ok', value: 'words', now: long };
  const objects = new Map<string, Buffer>();
  const [first, second] = ['a', 'b'].map(() => createReplica(world, createMapStore(objects)));
  await first!.read('tweet:1');
  await first!.settled();
  world.weather = 'fails';
  world.now += long;
  expect(await second!.read('tweet:1')).toBe('snapshot of words');
  await first!.erase('tweet:1', true);
  expect(await first!.read('tweet:1')).toBe('error');
  // With the seconds for which what was sent may be kept elsewhere.
  world.now += 60_000 - 30_000;
  expect(await second!.read('tweet:1')).toBe('error');
});

it('what the store does not take is tried again, and not shown meanwhile', async () => {
  const world: World = { weather: 'ok', value: 'words', now: long };
  const objects = new Map<string, Buffer>();
  const store = createMapStore(objects);
  let isAway = false;
  const away = {
    ...store,
    write: (...object: Parameters<SnapshotStore['write']>) => {
      return isAway ? Promise.reject(new Error('away')) : store.write(...object);
    },
  };
  const replica = createReplica(world, away);
  await replica.read('tweet:1');
  await replica.settled();
  isAway = true;
  await expect(replica.erase('tweet:1', true)).rejects.toThrow('away');
  world.weather = 'fails';
  world.now += long;
  expect(await replica.read('tweet:1')).toBe('error');
  expect(objects.size).toBe(1);
  isAway = false;
  await replica.retryErasures();
  expect([...objects.keys()].map((name) => name.split('.')[1])).toEqual(['erased']);
  await replica.close();
});
