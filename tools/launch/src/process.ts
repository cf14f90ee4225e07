import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Print } from './readable-log.js';

export interface Command {
  readonly name: string;
  /** The program is Node itself; these are its arguments. */
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface Ending {
  readonly name: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function printLines(child: ChildProcess, print: Print) {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', print);
  }
}

async function endOf(child: ChildProcess, name: string): Promise<Ending> {
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return { name, code, signal };
  } catch {
    return { name, code: null, signal: null };
  }
}

/** Starts a process whose lines are printed. It has a process group of its own, so Ctrl-C reaches only us. */
export function startProcess(command: Command, print: Print) {
  const child = spawn(process.execPath, command.arguments, {
    cwd: command.cwd,
    env: command.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = endOf(child, command.name);
  printLines(child, print);
  let stopping = false;

  return {
    /** Settles when the process is gone and all it wrote has been printed. */
    ended,
    /** SIGTERM once; SIGKILL when it is still there after `deadline` milliseconds. */
    async stop(deadline: number) {
      if (!stopping) child.kill('SIGTERM');
      stopping = true;
      const timer = setTimeout(() => child.kill('SIGKILL'), deadline);
      return ended.finally(() => clearTimeout(timer));
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

export type RunningProcess = ReturnType<typeof startProcess>;
