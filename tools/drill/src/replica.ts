import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasEnded, untilOk } from './until-ok.js';

/** A service, and where its replicas listen: on addresses of their own, all on the same two ports. */
export interface Service {
  readonly name: string;
  readonly port: number;
  readonly opsPort: number;
  readonly env: Readonly<Record<string, string>>;
}

/** Where a release is: the folder in which it was built. */
export type Release = string;

/** One process of a service. */
export interface Replica {
  readonly address: string;
  /** @param under a command that runs it, as one with other limits */
  start(env?: Service['env'], under?: readonly string[]): Promise<void>;
  /** From now on it is started from this release; before, from this one. */
  use(release: Release): void;
  /** Asks it to stop, as every engine does, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it in the middle of what it does. */
  kill(): Promise<void>;
  /** It goes on existing, and does nothing. */
  freeze(): void;
  thaw(): void;
  untilReady(): Promise<void>;
}

export const thisRelease: Release = fileURLToPath(new URL('../../../', import.meta.url));

/** @param n 1 for the first replica of a service */
export function replicaOf(service: Service, n: number): Replica {
  const address = `127.0.1.${n}`;
  let child: ChildProcess | null = null;
  let release = thisRelease;
  const end = async (signal: NodeJS.Signals) => {
    if (!child || hasEnded(child)) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = (await exited) as [number | null];
    if (signal === 'SIGTERM' && code !== 0) throw new Error(`${service.name} stopped with ${code}`);
  };
  return {
    address,
    use(other) {
      release = other;
    },
    async start(env = {}, under = []) {
      const [command, ...parameters] = [...under, process.execPath, mainOf(service.name, release)];
      child = spawn(command, parameters, {
        env: { PATH: process.env['PATH'], ...variablesOf(service, address), ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await once(child, 'spawn');
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async untilReady() {
      if (!child) throw new Error(`${service.name} was not started`);
      await untilOk(`http://${address}:${service.opsPort}/-/ready`, child, service.name);
    },
  };
}

/** Makes the tables of a service, as an operator does before the first replica starts. */
export async function migrate(
  { name, env }: Pick<Service, 'name' | 'env'>,
  release: Release,
): Promise<void> {
  const child = spawn(process.execPath, [mainOf(name, release), 'migrate'], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`migrate of ${name} ended with ${code}`);
}

const mainOf = (name: string, release: Release) => join(release, `apps/${name}/dist/main.js`);

const variablesOf = ({ port, opsPort, env }: Service, address: string) => ({
  HOST: address,
  PORT: String(port),
  HEALTH_PORT: String(opsPort),
  // As in compose.yaml: for so long the balancer may still send something.
  SHUTDOWN_DELAY_MS: '3000',
  RATE_LIMIT_MAX: '0',
  ...env,
});
