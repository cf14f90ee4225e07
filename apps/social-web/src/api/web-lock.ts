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

/** Held while somebody records, in whichever tab. */
export const recordingLock = 'recording';

/** Holds the lock of this name beside others that do. Returns a function that lets it go. Without locks nobody knows of it. */
export function holdLock(name: string): () => void {
  const letGo = new AbortController();
  const { signal } = letGo;
  const untilLetGo = () =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const locks = navigator.locks as LockManager | undefined;
  locks?.request(name, { mode: 'shared', signal }, untilLetGo).catch(() => {
    // Let go before it was held, or denied.
  });
  return () => letGo.abort();
}

/** Whether any tab holds it, as far as this browser says. */
export async function isLockHeld(name: string): Promise<boolean> {
  try {
    const { held = [] } = await navigator.locks.query();
    return held.some((one) => one.name === name);
  } catch {
    return false;
  }
}
