import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@triptych/free-port';

/** A server of the test's own, which it may kill. */
export interface OwnService {
  readonly url: string;
  /** `kill -9`, until it is gone. */
  kill(): Promise<void>;
  /** On the same port, with what it had on disk. */
  restart(): Promise<void>;
  /** Ends it for good. */
  close(): Promise<void>;
}

export async function startOwnRedis(): Promise<OwnService> {
  const port = await freePort();
  const start = () =>
    run('redis-server', ['--port', `${port}`, '--save', '', '--bind', '127.0.0.1']);
  return keep(`redis://127.0.0.1:${port}`, {
    start,
    isReady: () => isOpen(port),
    clean: async () => {},
  });
}

export async function startOwnPostgres(): Promise<OwnService> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'triptych-postgres-'));
  const bin = await postgresBin();
  await chmod(folder, 0o777);
  const data = join(folder, 'data');
  const made = asPostgres(join(bin, 'initdb'), [
    ...['-D', data, '-U', 'postgres', '-A', 'trust', '-N'],
    // Whatever the environment says, which may say nothing.
    ...['-E', 'UTF8', '--locale=C.UTF-8'],
  ]);
  const [code] = (await once(made, 'exit')) as [number];
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
  const parameters = [
    '-D',
    data,
    '-p',
    `${port}`,
    '-k',
    folder,
    '-c',
    'listen_addresses=127.0.0.1',
  ];
  const start = () => asPostgres(join(bin, 'postgres'), parameters);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  // The port opens before the log of the killed predecessor is replayed.
  const ask = () => run(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', `${port}`]);
  const isReady = async () => ((await once(ask(), 'exit')) as [number])[0] === 0;
  return keep(url, { start, isReady, clean: () => rm(folder, { recursive: true, force: true }) });
}

interface Recipe {
  readonly start: () => ChildProcess;
  readonly isReady: () => Promise<boolean>;
  /** After the end. */
  readonly clean: () => Promise<void>;
}

async function keep(url: string, recipe: Recipe): Promise<OwnService> {
  let child = await startUntilReady(recipe);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    url,
    kill: () => end('SIGKILL'),
    async restart() {
      child = await startUntilReady(recipe);
    },
    async close() {
      await end('SIGINT');
      await recipe.clean();
    },
  };
}

/** PostgreSQL refuses to start while a process of its killed predecessor lives; they end by themselves. */
async function startUntilReady({ start, isReady }: Recipe): Promise<ChildProcess> {
  for (;;) {
    const child = start();
    while (child.exitCode === null) {
      if (await isReady()) return child;
      await pause(20);
    }
  }
}

function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

function run(command: string, parameters: string[]): ChildProcess {
  return spawn(command, parameters, { stdio: 'ignore' });
}

/** It does not run as root. */
function asPostgres(command: string, parameters: string[]): ChildProcess {
  if (process.getuid?.() !== 0) return run(command, parameters);
  const as = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  return run('setpriv', [...as, command, ...parameters]);
}

/** Where Debian keeps it. */
async function postgresBin(): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql');
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  return `/usr/lib/postgresql/${newest}/bin`;
}
