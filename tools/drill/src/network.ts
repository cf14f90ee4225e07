import { type ChildProcess, execFile, spawn, type StdioOptions } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const bridge = 'drill';
const prefix = '10.99.0';

/** A machine of its own as far as the network is concerned: a network namespace of Linux, on a bridge with the others. */
export interface Host {
  readonly address: string;
  /** Starts a program there, as the user `postgres` if this is root: PostgreSQL refuses to run as root. */
  start(program: string, options: readonly string[], to: StartOptions): ChildProcess;
  /** Nobody reaches it any more, and it reaches nobody. */
  cutOff(): Promise<void>;
  reconnect(): Promise<void>;
  /** Sends a signal to everything that runs there. */
  signal(name: NodeJS.Signals): Promise<void>;
  remove(): Promise<void>;
}

export interface StartOptions {
  readonly home: string;
  readonly stdio: StdioOptions;
}

/**
 * Makes the bridge that hosts are on. This process must have namespaces of its own for network, mounts and processes, so that all
 * of it ends with them, however the drill ends (see the target `failover` of this project).
 *
 * @throws Error when this is the namespace of the machine, whose network must stay as it is
 */
export async function openNetwork(): Promise<void> {
  const { stdout } = await run('ip', ['-brief', 'link']);
  if (stdout.trim().split('\n').length > 1)
    throw new Error('start it by npx nx run drill:failover');
  // Where hosts have their names; of what is mounted here the machine sees nothing.
  await mkdir('/run/netns', { recursive: true });
  await run('mount', ['-t', 'tmpfs', 'none', '/run/netns']);
  await ip('link set lo up');
  await ip(`link add ${bridge} type bridge`);
  await ip(`addr add ${prefix}.254/24 dev ${bridge}`);
  await ip(`link set ${bridge} up`);
}

/** @param n from 1 to 250 */
export async function addHost(n: number): Promise<Host> {
  const [name, link, address] = [`drill-${n}`, `drill-link-${n}`, `${prefix}.${n}`];
  await ip(`netns add ${name}`);
  await ip(`link add ${link} type veth peer name inner netns ${name}`);
  await ip(`link set ${link} master ${bridge} up`);
  await ip(`-n ${name} addr add ${address}/24 dev inner`);
  await ip(`-n ${name} link set inner up`);
  await ip(`-n ${name} link set lo up`);
  return {
    address,
    start: (program, options, { home, stdio }) =>
      spawn('ip', ['netns', 'exec', name, ...asPostgres, program, ...options], {
        env: { PATH: process.env['PATH'], HOME: home, LC_ALL: 'C.UTF-8' },
        stdio,
      }),
    cutOff: () => ip(`link set ${link} down`),
    reconnect: () => ip(`link set ${link} up`),
    async signal(signal) {
      const { stdout } = await run('ip', ['netns', 'pids', name]);
      for (const pid of stdout.trim().split('\n').filter(Boolean)) send(Number(pid), signal);
    },
    remove: () => ip(`netns del ${name}`),
  };
}

const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--'];

async function ip(words: string): Promise<void> {
  await run('ip', words.split(' '));
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended by itself since it was listed.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
