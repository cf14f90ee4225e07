// What the worker waits for outside of this device. Guarantees: nothing of it lasts longer than its limit, nor on after the
// worker was told to leave. A release that is taken becomes active only once the worker before it has nothing to do: a
// single request that nothing replies to would keep all tabs on the former release for minutes (ADR 0042).
//   open → done     it was replied to
//        → ended    its time is over, or the worker leaves: its request is aborted
//   told to leave → nothing is waited for any more

export interface Waits {
  /** Rejects once the time is over or the worker is to leave. Null: as long as whoever asks for it would wait. */
  within<Value>(
    milliseconds: number | null,
    wait: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value>;
  leave(): void;
}

export function createWaits(): Waits {
  const open = new Set<AbortController>();
  let hasLeft = false;
  return {
    async within(milliseconds, wait) {
      const controller = new AbortController();
      const { signal } = controller;
      const ended = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
      const end = () => controller.abort();
      const timer = milliseconds === null ? undefined : setTimeout(end, milliseconds);
      open.add(controller);
      if (hasLeft) end();
      try {
        // Not everything that takes a signal ends with it.
        return await Promise.race([ended, signal.aborted ? ended : wait(signal)]);
      } finally {
        clearTimeout(timer);
        open.delete(controller);
      }
    },
    leave() {
      hasLeft = true;
      for (const controller of open) controller.abort();
    },
  };
}
