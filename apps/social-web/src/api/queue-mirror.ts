// What waits to reach the server, and what is written and not sent, a second time in IndexedDB (ADR 0041, 0088): browsers write localStorage to the disk seconds later, and
// one that is killed starts with what it had then. Guarantees: what was queued, written, sent or discarded before that is so after the
// next start; nothing that has gone comes back.
//   changed here → a step with a number, which is noted in localStorage as well: both know of it
//   no space left in localStorage → the step says so, and every start does it again until a later one of its key takes its place
//   about to be sent by a tab that has it in its memory alone → its step is read once more: no storage event tells of what becomes of it
//   started      → steps with a greater number than the one noted are those that localStorage has lost: done again, also late; until
//                  then nothing of this page is noted
//   signed out, or somebody else's → removed with the rest of the database
// While the browser runs, localStorage has every step: a tab that starts beside another does none of them again.
import type { DeviceDatabase } from './device-database.js';
import { allQueuesPrefix, draftPrefix, type DeviceStorage } from './device-storage.js';
import { inTime } from './in-time.js';

interface Step {
  readonly key: string;
  /** Greater than that of every step before; the time, unless a clock was set back. */
  readonly number: number;
  /** Null: removed. */
  readonly value: string | null;
  /** Only this tab had it beside the database: localStorage was full. */
  readonly isUnkept?: boolean;
  /** It is removed for other tabs alone: this one has it, and nobody has discarded it. */
  readonly isHere?: boolean;
}

export const stepPrefix = 'step/';
/**
 * The greatest number of all steps: a start that finds it noted in localStorage has no step to read. Infinite once localStorage was
 * full: the numbers that are noted later say nothing of what it did not take.
 */
export const lastStepKey = 'last-step';
/** Its keys begin so that signing out removes them, in the release before as well. */
const reachedKey = (me: string) => `${allQueuesPrefix}reached/${me}`;
/** So long removals are kept: browsers write localStorage at the latest minutes later. Milliseconds. */
const keptFor = 60 * 60 * 1_000;

const reached = (me: string, storage: DeviceStorage) => Number(storage.getItem(reachedKey(me)));

/**
 * A page until it knows what localStorage has lost, which may be long after it is shown: it notes no step for so long, since a note says
 * that localStorage has those before it, also to a start after this page was closed.
 */
export class PageStart {
  private me: string | null = null;
  private readonly written = new Set<string>();
  private last = 0;
  private end = () => {};
  /** Resolves when nothing is missing any more in localStorage. Without an owner there is nothing to miss. */
  ended: Promise<void> = Promise.resolve();

  /** Before anything is written for this person. */
  begin(me: string): void {
    this.me = me;
    this.ended = new Promise((resolve) => (this.end = resolve));
  }

  /** The number of a step that is done now. */
  next(me: string, key: string, storage: DeviceStorage): number {
    const number = Math.max(Date.now(), reached(me, storage) + 1, this.last + 1);
    if (me === this.me) {
      this.last = number;
      this.written.add(key);
    } else storage.setItem(reachedKey(me), String(number));
    return number;
  }

  /** Whether this page has written it since it began: that is later than what was lost. */
  hasWritten(me: string, key: string): boolean {
    return me === this.me && this.written.has(key);
  }

  /** @param number localStorage has every step up to this one */
  settle(me: string, number: number, storage: DeviceStorage): void {
    const isMine = me === this.me;
    const next = isMine ? Math.max(number, this.last) : number;
    if (next > reached(me, storage)) storage.setItem(reachedKey(me), String(next));
    if (!isMine) return;
    this.me = null;
    this.written.clear();
    this.end();
  }
}

export const pageStart = new PageStart();

/**
 * The storage of a queue of this person, or of their drafts, whose steps are kept in the database as well. Those of one task are one
 * there: a change is queued and tried, or taken and removed, before anything else can happen.
 *
 * @param durability strict: also where the whole device is cut off
 */
export function mirrored(
  me: string,
  storage: DeviceStorage,
  database: DeviceDatabase,
  durability: IDBTransactionDurability = 'strict',
  start = pageStart,
) {
  const unwritten = new Map<string, Step>();
  const write = () => {
    const steps = [...unwritten.values()];
    unwritten.clear();
    const keys = steps.map(({ key }) => stepPrefix + key);
    const decide = ([last, ...before]: readonly unknown[]) => {
      const numbers = before.map((one) => (isStepOf(one, me) ? one.number : 0));
      // Another tab may have been faster with a later step.
      const isLater = ({ number }: Step, index: number) => number > numbers[index]!;
      const written: Record<string, unknown> = {};
      for (const step of steps.filter(isLater)) written[stepPrefix + step.key] = step;
      const reachable = steps.map(({ number, isUnkept }) => (isUnkept ? Infinity : number));
      written[lastStepKey] = Math.max(Number(last) || 0, ...reachable);
      return written;
    };
    // Denied, or no space left: then it is in localStorage alone.
    database.change(me, [lastStepKey, ...keys], decide, durability).catch(() => {});
  };
  const keep = (key: string, value: string | null, isHere = false) => {
    // Without it each tab has a queue of its own, for as long as it is open.
    if (!storage.isShared) return;
    const number = start.next(me, key, storage);
    if (unwritten.size === 0) void Promise.resolve().then(write);
    const isUnkept = value !== null && !storage.isKept(key);
    const marks = { ...(isUnkept && { isUnkept }), ...(isHere && { isHere }) };
    unwritten.set(key, { key, number, value, ...marks });
  };
  return {
    ...storage,
    setItem(key: string, value: string) {
      storage.setItem(key, value);
      keep(key, value);
    },
    setHere(key: string, value: string, isRestored = false) {
      storage.setHere(key, value);
      keep(key, isRestored ? value : null, !isRestored);
    },
    removeItem(key: string) {
      storage.removeItem(key);
      keep(key, null);
    },
    /** Whether another tab has removed what was in its memory alone, as it is in that of this one. */
    async isGone(key: string): Promise<boolean> {
      if (unwritten.has(key)) return false;
      const [step] = (await inTime(database.read([stepPrefix + key]).catch(() => null))) ?? [];
      return isStepOf(step, me) && step.value === null && step.isHere !== true;
    },
  };
}

/** What is damaged says nothing. */
function hasLostSteps(me: string, last: unknown, storage: DeviceStorage): boolean {
  return last !== undefined && !(Number(last) <= reached(me, storage));
}

/**
 * Does again what localStorage has lost; returns whether that was something. What other tabs have noted meanwhile is there, and what
 * this page has written since its start is later.
 *
 * @param last as it is in the database under its key
 */
export async function restoreSteps(
  me: string,
  last: unknown,
  storage: DeviceStorage,
  database: DeviceDatabase,
  start = pageStart,
): Promise<boolean> {
  const steps = hasLostSteps(me, last, storage) ? await readSteps(me, database) : [];
  const known = reached(me, storage);
  const lost = steps.filter(
    ({ key, number, isUnkept }) => (number > known || isUnkept) && !start.hasWritten(me, key),
  );
  for (const { key, value } of lost) {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  }
  start.settle(me, steps.at(-1)?.number ?? 0, storage);
  return lost.length > 0;
}

/** Forgets the removals that localStorage must have on the disk by now. */
export async function forgetOldSteps(me: string, database: DeviceDatabase): Promise<void> {
  const isOld = ({ value, number }: Step) => value === null && number < Date.now() - keptFor;
  const old = (await readSteps(me, database)).filter(isOld);
  if (old.length === 0) return;
  const removed = Object.fromEntries(old.map(({ key }) => [stepPrefix + key, undefined]));
  await database.change(me, [], () => removed);
}

/** In their order. */
async function readSteps(me: string, database: DeviceDatabase): Promise<Step[]> {
  const read = await database.all(stepPrefix);
  return read.filter((one) => isStepOf(one, me)).sort((a, b) => a.number - b.number);
}

/** Something else is what another program or a fault has left there. */
function isStepOf(one: unknown, me: string): one is Step {
  const { key, number, value } = Object(one) as Partial<Step>;
  const isQueued =
    typeof key === 'string' && key.startsWith(allQueuesPrefix) && key.includes(`/${me}/`);
  const isKey = isQueued || (typeof key === 'string' && key.startsWith(draftPrefix));
  return isKey && typeof number === 'number' && (value === null || typeof value === 'string');
}
