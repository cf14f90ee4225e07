/**
 * Calls `run` once this tab holds the lock of this name, which it holds until that resolves, or never where the signal is aborted
 * before. Browsers have no locks on pages that came without encryption, and some deny them like storage: there every tab runs at
 * once, so what runs may happen twice.
 */
export function runWithLock(name: string, signal: AbortSignal, run: () => Promise<void>): void {
  const locks = navigator.locks as LockManager | undefined;
  let isRunning = false;
  const start = () => {
    isRunning = true;
    return run();
  };
  if (!locks) return void start();
  locks.request(name, { signal }, start).catch(() => {
    // Aborted before this tab got the lock, or denied.
    if (!signal.aborted && !isRunning) void start();
  });
}
