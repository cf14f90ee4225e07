import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BusyOrder, BusyReport } from './busy-process.js';

const program = fileURLToPath(new URL('busy-process.ts', import.meta.url));

/** Runs `work` while another process lets busy people search, list and export; resolves with what they were told, too. */
export async function whileBusy<T>(order: BusyOrder, work: () => Promise<T>) {
  const child = fork(program);
  try {
    // What it takes to load a program is not what busy people cost.
    await once(child, 'message');
    child.send(order);
    const result = await work();
    const reported = once(child, 'message');
    child.send('over');
    const [replies] = (await reported) as [BusyReport];
    return { result, replies };
  } finally {
    child.kill();
  }
}
