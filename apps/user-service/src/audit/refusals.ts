// Refusals for the audit log. Guarantees: nobody waits for one to be written, and nobody can fill the disk with them: of one
// source `perSource` a minute are written, of all together `perMinute`, and of the rest one count for each action.
//   noted → pending   while there is room in this minute
//         → counted   without it, and where the database took none
//   pending → written after a second, many in one statement
//   counted → written at the end of the minute, as one entry without key and request
import type { Log } from '@triptych/logging';
import type { Refusal } from './audit.js';

export interface RefusalLog {
  addRefusals(refusals: readonly RefusalEntry[]): Promise<void>;
}

export interface RefusalEntry {
  readonly action: Refusal;
  readonly key: string | null;
  readonly requestId: string | null;
  readonly count: number;
  readonly at: Date;
}

/** Entries in a minute, at one replica. */
export const most = { perSource: 10, perMinute: 300 } as const;
const minute = 60_000;
const second = 1_000;

export type Refusals = ReturnType<typeof createRefusals>;

export function createRefusals(store: RefusalLog, log: Pick<Log, 'warn'>) {
  let pending: RefusalEntry[] = [];
  let written = 0;
  const bySource = new Map<string, number>();
  const rest = new Map<Refusal, number>();
  let soon: NodeJS.Timeout | undefined;
  let later: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    clearTimeout(soon);
    soon = undefined;
    const entries = pending;
    pending = [];
    if (entries.length === 0) return;
    try {
      await store.addRefusals(entries);
    } catch {
      log.warn('refusals were not written to the audit log; they are counted');
      for (const { action, count } of entries) countUp(action, count);
    }
  }

  function countUp(action: Refusal, count: number): void {
    rest.set(action, (rest.get(action) ?? 0) + count);
    later ??= setTimeout(() => void endMinute(), minute).unref();
  }

  function endMinute(): Promise<void> {
    clearTimeout(later);
    later = undefined;
    written = 0;
    bySource.clear();
    pending.push(...entriesOf(rest));
    rest.clear();
    return write();
  }

  return {
    /** @param source whom the limits count, such as an address: it is not stored */
    note(refusal: Pick<RefusalEntry, 'action' | 'key' | 'requestId'>, source: string): void {
      later ??= setTimeout(() => void endMinute(), minute).unref();
      const ofSource = bySource.get(source) ?? 0;
      if (ofSource >= most.perSource || written >= most.perMinute) {
        return countUp(refusal.action, 1);
      }
      written += 1;
      bySource.set(source, ofSource + 1);
      pending.push({ ...refusal, count: 1, at: new Date() });
      soon ??= setTimeout(() => void write(), second).unref();
    },

    /** Writes what is noted, the counts as well. */
    close: (): Promise<void> => endMinute().finally(() => clearTimeout(later)),
  };
}

function entriesOf(counts: ReadonlyMap<Refusal, number>): RefusalEntry[] {
  const at = new Date();
  return [...counts].map(([action, count]) => ({ action, key: null, requestId: null, count, at }));
}
