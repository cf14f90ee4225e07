// What waits to reach the server, a second time in IndexedDB (ADR 0041): browsers write localStorage to the disk seconds later, and
// one that is killed starts with what it had then. Guarantees: what was queued, sent or discarded before that is so after the
// next start; nothing that has gone comes back.
//   changed here → a step with a number, which is noted in localStorage as well: both know of it
//   started      → steps with a greater number than the one noted are those that localStorage has lost: done again
//   signed out, or somebody else's → removed with the rest of the database
// While the browser runs, localStorage has every step: a tab that starts beside another does none of them again.
import type { DeviceDatabase } from './device-database.js';
import type { DeviceStorage } from './device-storage.js';

interface Step {
  readonly key: string;
  /** Greater than that of every step before; the time, unless a clock was set back. */
  readonly number: number;
  /** Null: removed. */
  readonly value: string | null;
}

export const stepPrefix = 'step/';
/** Its keys begin so that signing out removes them, in the release before as well. */
const reachedKey = (me: string) => `queue/reached/${me}`;
/** So long removals are kept: browsers write localStorage at the latest minutes later. Milliseconds. */
const keptFor = 60 * 60 * 1_000;

const reached = (me: string, storage: DeviceStorage) => Number(storage.getItem(reachedKey(me)));

/** The storage of a queue of this person, whose steps are kept in the database as well. */
export function mirrored(me: string, storage: DeviceStorage, database: DeviceDatabase) {
  const keep = (key: string, value: string | null) => {
    // Without it each tab has a queue of its own, for as long as it is open.
    if (!storage.isShared) return;
    const number = Math.max(Date.now(), reached(me, storage) + 1);
    storage.setItem(reachedKey(me), String(number));
    const step: Step = { key, number, value };
    // Denied, or no space left: then it is in localStorage alone.
    database.change(me, [], () => ({ [stepPrefix + key]: step }), 'strict').catch(() => {});
  };
  return {
    ...storage,
    setItem(key: string, value: string) {
      storage.setItem(key, value);
      keep(key, value);
    },
    removeItem(key: string) {
      storage.removeItem(key);
      keep(key, null);
    },
  };
}

/** Does again what localStorage has lost, as `read` from the database at the start. */
export function restoreSteps(
  me: string,
  read: readonly unknown[],
  storage: DeviceStorage,
  database: DeviceDatabase,
): void {
  const steps = read.filter((one) => isStepOf(one, me)).sort((a, b) => a.number - b.number);
  const known = reached(me, storage);
  for (const { key, number, value } of steps) {
    if (number <= known) continue;
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
    storage.setItem(reachedKey(me), String(number));
  }
  const old = steps.filter(({ value, number }) => value === null && number < Date.now() - keptFor);
  if (old.length === 0) return;
  const removed = Object.fromEntries(old.map(({ key }) => [stepPrefix + key, undefined]));
  database.change(me, [], () => removed).catch(() => {});
}

/** Something else is what another program or a fault has left there. */
function isStepOf(one: unknown, me: string): one is Step {
  const { key, number, value } = Object(one) as Partial<Step>;
  const isKey = typeof key === 'string' && key.startsWith('queue/') && key.includes(`/${me}/`);
  return isKey && typeof number === 'number' && (value === null || typeof value === 'string');
}
