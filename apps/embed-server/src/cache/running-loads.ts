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

/** The reply to a question that was asked after the last purge. */
export async function loadUnpurged<T>({ purges }: RunningLoad, load: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = purges();
    const loaded = await load();
    if (purges() === before) return loaded;
  }
}
