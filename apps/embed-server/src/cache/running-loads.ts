/** A load that runs, and how often its item was purged since it began. */
export interface RunningLoad {
  readonly purges: () => number;
}

/**
 * The loads that run, one for each key at a time. What the upstream says to a question that was asked before the item was
 * purged may be what was purged, so that load begins anew.
 */
export function createRunningLoads() {
  const purges = new Map<string, number>();
  return {
    async run<T>(key: string, work: (load: RunningLoad) => Promise<T>): Promise<T> {
      purges.set(key, 0);
      try {
        return await work({ purges: () => purges.get(key) ?? 0 });
      } finally {
        purges.delete(key);
      }
    },
    /** The item was purged, here or at another replica. */
    notePurged: (key: string) => {
      const count = purges.get(key);
      if (count !== undefined) purges.set(key, count + 1);
    },
  };
}

/**
 * What is kept of the reply to a question that was asked after the last purge. Of one at another replica this one may hear only
 * when the reply is kept already.
 */
export async function loadUnpurged<T, Kept>(
  { purges }: RunningLoad,
  load: () => Promise<T>,
  keep: (loaded: T) => Promise<Kept>,
): Promise<Kept> {
  for (;;) {
    const before = purges();
    const loaded = await load();
    if (purges() !== before) continue;
    const kept = await keep(loaded);
    if (purges() === before) return kept;
  }
}
