export interface SingleFlight<T> {
  /** Starts the work, or joins the one that is running under the key. */
  run(
    key: string,
    work: () => Promise<T>,
  ): { readonly result: Promise<T>; readonly collapsed: boolean };
  /** Resolves when nothing is running. */
  readonly settled: () => Promise<void>;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const running = new Map<string, Promise<T>>();
  return {
    run: (key, work) => {
      const joined = running.get(key);
      if (joined) return { result: joined, collapsed: true };
      const result = work().finally(() => running.delete(key));
      running.set(key, result);
      return { result, collapsed: false };
    },
    settled: async () => {
      while (running.size > 0) await Promise.allSettled(running.values());
    },
  };
}
