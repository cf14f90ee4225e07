import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const running = new Set<ChildProcess>();

export interface SocialProcess {
  readonly base: string;
  /** `kill -9`, until it is gone. */
  readonly kill: () => Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** The service as it is started in production, from source, on free ports. */
export async function startSocialProcess(env: Record<string, string>): Promise<SocialProcess> {
  const child = spawn(
    process.execPath,
    ['--conditions=@triptych/source', '--import', 'tsx', main],
    {
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        HEALTH_PORT: '0',
        RATE_LIMIT_MAX: '0',
        SESSION_SECRET: 'a secret that only tests know 123',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  running.add(child);
  const exited = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  const base = await Promise.race([
    readAddress(child),
    exited.then((code) => Promise.reject(new Error(`the service exited with ${code}`))),
  ]);
  return {
    base,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** Ends what a failed test left. */
export function endSocialProcesses(): void {
  running.forEach((child) => child.kill('SIGKILL'));
}

async function readAddress(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout!)) {
    const { msg, address } = JSON.parse(line) as { msg: string; address?: string };
    if (msg !== 'listening' || !address) continue;
    child.stdout!.resume();
    return address;
  }
  throw new Error('the service never listened');
}
