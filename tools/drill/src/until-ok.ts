import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** Resolves when this address replies with success; rejects when the process that ought to has ended. */
export async function untilOk(url: string, child: ChildProcess, name: string): Promise<void> {
  while (!(await isOk(url))) {
    if (hasEnded(child)) throw new Error(`${name} ended while it started`);
    await pause(100);
  }
}

/** Also by a signal, which leaves no exit code. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

const isOk = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
