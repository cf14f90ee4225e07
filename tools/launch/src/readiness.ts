import { setTimeout as pause } from 'node:timers/promises';

const interval = 150;

async function isReady(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { signal });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Asks until the address answers well. Rejects with the reason of `signal`. */
export async function untilReady(url: string, signal: AbortSignal): Promise<void> {
  while (!(await isReady(url, signal))) {
    signal.throwIfAborted();
    await pause(interval);
  }
}
