import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { recordLines } from './recorded-lines.js';

/** A line of a service's log, as far as tests look at it. */
export interface LogEntry {
  readonly msg: string;
  /** Base URLs of the two ports, in the line `listening`. */
  readonly address?: string;
  readonly ops?: string;
}

export interface RunningProcess {
  readonly child: ChildProcess;
  /** What it has logged so far. */
  readonly lines: string[];
  /** What it has written to standard error so far. */
  readonly errors: () => string;
  /** Exit code and signal, once all its output was read. */
  readonly exited: Promise<[number | null, NodeJS.Signals | null]>;
  /** The first line with this message, now or later; rejects when the process ends without it. */
  readonly line: (msg: string) => Promise<LogEntry>;
}

export interface ServiceProcess extends RunningProcess {
  /** Base URL of the main port. */
  readonly address: string;
  /** Base URL of the ops port. */
  readonly ops: string;
  /** Sends the signal and resolves with the exit code when the process is gone. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export type Variables = Readonly<Record<string, string>>;

export interface ServiceProcesses {
  /** `node main.js <parameters>`. Of the environment it sees PATH and `env`, nothing else. */
  readonly run: (parameters: readonly string[], env: Variables) => RunningProcess;
  /** The service on free ports; resolves when it listens. */
  readonly launch: (env: Variables) => Promise<ServiceProcess>;
  /** Ends what a failed test left running. */
  readonly endAll: () => void;
}

/**
 * Starts a service as its operator does, as processes of their own.
 *
 * @param main URL of the service's main.ts
 * @param defaults environment of every launch; a launch's own wins
 */
export function serviceProcesses(main: URL, defaults: Variables = {}): ServiceProcesses {
  const children = new Set<ChildProcess>();
  const run = (parameters: readonly string[], env: Variables) => {
    const running = start(bundleOf(main), parameters, env);
    children.add(running.child);
    running.child.once('exit', () => children.delete(running.child));
    return running;
  };
  return {
    run,
    async launch(env) {
      const ports = { PORT: '0', HEALTH_PORT: '0', RATE_LIMIT_MAX: '0' };
      const running = run([], { ...ports, ...defaults, ...env });
      const { address, ops } = await running.line('listening');
      const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
        running.child.kill(signal);
        return running.exited.then(([code]) => code);
      };
      return { ...running, address: address!, ops: ops!, stop };
    },
    endAll: () => children.forEach((child) => child.kill('SIGKILL')),
  };
}

function start(main: string, parameters: readonly string[], env: Variables): RunningProcess {
  const child = spawn(process.execPath, [main, ...parameters], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = recordLines();
  let errors = '';
  const exited = once(child, 'close') as RunningProcess['exited'];
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const output = createInterface(child.stdout);
  output.on('line', (text) => void lines.push(text));
  const gone = exited.then(() => true);
  return {
    child,
    lines,
    exited,
    errors: () => errors,
    async line(msg) {
      for (let read = 0, ended = false; ;) {
        const fresh = lines.slice(read).map((text) => JSON.parse(text) as LogEntry);
        const found = fresh.find((entry) => entry.msg === msg);
        if (found) return found;
        if (ended) throw new Error(`exited before "${msg}": ${errors}${lines.join('\n')}`);
        read += fresh.length;
        ended = await Promise.race([once(output, 'line').then(() => false), gone]);
      }
    },
  };
}

const made = new Map<string, string>();
const libs = new URL('../../', import.meta.url);

/**
 * The service of `main` as one file, as its build makes it, beside which it finds what it finds beside `main`. Read from
 * source, module by module, each process of a test would take seconds to start.
 */
function bundleOf(main: URL): string {
  const file = made.get(main.href) ?? keep(main, bundle(main));
  made.set(main.href, file);
  return file;
}

function bundle(main: URL): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(main)],
    tsconfig: fileURLToPath(new URL('../tsconfig.app.json', main)),
    conditions: ['@triptych/source'],
    external: [...dependenciesOf(new URL('..', main)), ...libraries().flatMap(dependenciesOf)],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]!.contents;
}

/** Named by its content and put in place at once: suites that run side by side make the same file. */
function keep(main: URL, content: Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const file = fileURLToPath(new URL(`../out-tsc/process-${hash}.mjs`, main));
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const own = `${file}.${process.pid}`;
  writeFileSync(own, content);
  renameSync(own, file);
  return file;
}

/** A folder without a manifest is what the build of a library left that is gone from the sources. */
function libraries(): URL[] {
  return readdirSync(libs)
    .map((name) => new URL(`${name}/`, libs))
    .filter((folder) => existsSync(new URL('package.json', folder)));
}

/** What npm brings stays outside; what is of this repository goes in. */
function dependenciesOf(folder: URL): string[] {
  const manifest = readFileSync(new URL('package.json', folder), 'utf8');
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
  return Object.keys(dependencies).filter((name) => !name.startsWith('@triptych/'));
}
