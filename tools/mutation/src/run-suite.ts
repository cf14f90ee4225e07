import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Suite } from './fault.js';

/** `broken`: no test ran, so nothing was noticed; the fault is none that could be shipped. */
export type Outcome = 'passed' | 'failed' | 'broken' | 'timed out';

const jest = join('node_modules', 'jest', 'bin', 'jest.js');

/** Runs the tests of a suite until the first fails. */
export function runSuite(
  root: string,
  { project, kind, pattern }: Suite,
  milliseconds: number,
): Promise<{ outcome: Outcome; output: string }> {
  const config = kind === 'unit' ? 'jest.config.js' : 'jest.integration.config.js';
  const parameters = ['-c', config, '-w', '1', '--bail', '--forceExit', pattern];
  const nodeFlags = ['--experimental-vm-modules', '--no-warnings'];
  const child = spawn(process.execPath, [...nodeFlags, join(root, jest), ...parameters], {
    cwd: join(root, project),
    // A group of its own, so that what a test started ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
  }
  return new Promise((resolve) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.kill(-child.pid!, 'SIGKILL');
    }, milliseconds);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ outcome: outcomeOf(code, isLate, output), output });
    });
  });
}

function outcomeOf(code: number | null, isLate: boolean, output: string): Outcome {
  if (isLate) return 'timed out';
  if (code === 0) return 'passed';
  return /^Tests: .*\bfailed\b/m.test(output) ? 'failed' : 'broken';
}
