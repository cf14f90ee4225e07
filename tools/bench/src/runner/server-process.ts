import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@triptych/free-port';

/** A Node program that listens on the `PORT` of its environment. */
export interface Program {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** A path that replies with success once the program can be measured. */
  readonly readyPath: string;
  /** Of Node, before the file. */
  readonly flags?: readonly string[];
}

const pagesPerMiB = 256;
const bytesPerMiB = 2 ** 20;
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const preload = ['--expose-gc', '--require', fileOf('../../preload/collect-on-message.cjs')];

/** The service as it is deployed: built, and listening on any free port for its health. */
export const service = (name: string, readyPath: string, env: Program['env']): Program => ({
  file: fileOf(`../../../../apps/${name}/dist/main.js`),
  readyPath,
  env: { HEALTH_PORT: '0', RATE_LIMIT_MAX: '0', ...env },
});

/** A program of the folder `peers`. */
export const peer = (name: string, env: Program['env']): Program => ({
  file: fileOf(`../peers/${name}.ts`),
  readyPath: '/ready',
  env,
});

/** Starts a program; what it logs is discarded, but for errors. */
export async function startServer({ file, env, readyPath, flags = [] }: Program) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const loader = file.endsWith('.ts') ? ['--conditions=@triptych/source', '--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...preload, ...flags, ...loader, file], {
    env: { PATH: process.env['PATH'], PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  while (!(await succeeds(url + readyPath))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    await pause(50);
  }
  const processFiles = `/proc/${child.pid}`;
  return {
    url,
    /** CPU time used so far, in microseconds; NaN where there is no /proc. */
    cpu: () => orNaN(() => cpuOf(`${processFiles}/task`)),
    /** Resident memory in MiB; NaN where there is no /proc. */
    memory: () => orNaN(() => Number(wordsOf(`${processFiles}/statm`)[1]) / pagesPerMiB),
    /** The most that was ever resident, in MiB. */
    peakMemory: () =>
      orNaN(
        () =>
          Number(/VmHWM:\s+(\d+)/.exec(wordsOf(`${processFiles}/status`).join(' '))?.[1]) / 1024,
      ),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** For how long its event loop was held at worst since the last call, in milliseconds: 99 of 100 times less, and ever. */
    async heldLoop(): Promise<{ readonly p99: number; readonly max: number }> {
      const told = once(child, 'message');
      child.send('loop');
      const [held] = (await told) as [{ p99: number; max: number }];
      return held;
    },
    /** Collects garbage, and resolves with the MiB that are in use by what is left. */
    async collect(): Promise<number> {
      const collected = once(child, 'message');
      child.send('collect');
      const [{ liveBytes }] = (await collected) as [{ liveBytes: number }];
      return liveBytes / bytesPerMiB;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

const succeeds = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

const wordsOf = (file: string) => readFileSync(file, 'utf8').split(' ');

/** By the scheduler's nanoseconds of every thread: the ticks of `stat` are ten milliseconds each. */
function cpuOf(tasks: string): number {
  return readdirSync(tasks)
    .map((task) => Number(wordsOf(`${tasks}/${task}/schedstat`)[0]) / 1000)
    .reduce((sum, microseconds) => sum + microseconds, 0);
}

function orNaN(read: () => number): number {
  try {
    return read();
  } catch {
    return NaN;
  }
}
