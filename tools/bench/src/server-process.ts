import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@triptych/testing';

export interface ServerProcess {
  readonly url: string;
  /** CPU time used so far, in microseconds; NaN where there is no /proc. */
  cpu(): number;
  /** Resident memory in MiB; NaN where there is no /proc. */
  memory(): number;
  /** Collects garbage; resolves when that is over. */
  collect(): Promise<void>;
  stop(): Promise<void>;
}

const pagesPerMiB = 256;
const collectOnSignal = fileURLToPath(new URL('./collect-on-signal.cjs', import.meta.url));

function orNaN(read: () => number): number {
  try {
    return read();
  } catch {
    return NaN;
  }
}

/** By the scheduler's nanoseconds of every thread: the ticks of `stat` are ten milliseconds each. */
function cpuOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return orNaN(() =>
    readdirSync(tasks)
      .map((task) => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]))
      .reduce((sum, nanoseconds) => sum + nanoseconds / 1000, 0),
  );
}

function memoryOf(pid: number): number {
  return orNaN(
    () => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) / pagesPerMiB,
  );
}

/** Starts a Node program that listens on PORT; its log goes to where the benchmark's peer sends its own. */
export async function startServer(
  file: string,
  env: Record<string, string>,
  readyPath: string,
): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const parameters = file.endsWith('.ts')
    ? ['--conditions=@triptych/source', '--import', 'tsx']
    : [];
  const child = spawn(process.execPath, ['--require', collectOnSignal, ...parameters, file], {
    env: { PATH: process.env['PATH'], PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const ready = () =>
    fetch(url + readyPath).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    await pause(50);
  }
  const pid = child.pid ?? 0;
  return {
    url,
    cpu: () => cpuOf(pid),
    memory: () => memoryOf(pid),
    async collect() {
      child.kill('SIGWINCH');
      await pause(2_000);
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
