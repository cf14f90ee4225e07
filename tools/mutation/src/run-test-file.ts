import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestFile } from './test-files.js';

/** `broken`: no test ran, so nothing was noticed; the fault is none that could be shipped. */
export type Outcome = 'passed' | 'failed' | 'broken' | 'timed out';

export interface Run {
  readonly outcome: Outcome;
  /** The name of the first test that failed. */
  readonly by?: string;
  /** It failed for want of time, which the load of the machine does as well. */
  readonly isLate: boolean;
  readonly seconds: number;
  readonly output: string;
}

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const jest = 'node_modules/jest/bin/jest.js';

/** Runs a test file of the copy until its first failure. */
export async function runTestFile(
  copy: string,
  test: TestFile,
  milliseconds: number,
): Promise<Run> {
  const reportFile = `${copy}.report.json`;
  rmSync(reportFile, { force: true });
  const begun = performance.now();
  const { isLate, output } = await runJest(copy, test, milliseconds, {
    runner: 'first-failure.cjs',
    parameters: ['--bail', '--json', '--outputFile', reportFile],
  });
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const report = existsSync(reportFile)
    ? (JSON.parse(readFileSync(reportFile, 'utf8')) as Report)
    : undefined;
  return { ...judge(report, isLate), seconds, output };
}

/** A fault that a test noticed. */
export interface Noticed {
  readonly fault: string;
  readonly test: string;
}

/** Runs the tests of a file on code with switches, each once with every fault of `ids` that it comes by. */
export async function runSwitched(
  copy: string,
  test: TestFile,
  ids: readonly string[],
  milliseconds: number,
): Promise<Noticed[]> {
  const [input, output] = [`${copy}.switches.json`, `${copy}.noticed.jsonl`];
  writeFileSync(input, JSON.stringify(ids));
  writeFileSync(output, '');
  await runJest(copy, test, milliseconds, {
    runner: 'switching-runner.cjs',
    parameters: [],
    env: { FAULT_SWITCHES: `${input}:${output}` },
  });
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Noticed).filter((line) => 'test' in line);
}

interface How {
  readonly runner: string;
  readonly parameters: readonly string[];
  readonly env?: Record<string, string>;
}

async function runJest(
  copy: string,
  { project, kind, path }: TestFile,
  milliseconds: number,
  { runner, parameters, env }: How,
): Promise<{ isLate: boolean; output: string }> {
  const config = kind === 'unit' ? 'jest.config.js' : 'jest.integration.config.js';
  const all = [
    ...['-c', config, '--runInBand', '--forceExit', ...parameters],
    ...['--testRunner', join(copy, 'tools/mutation', runner), '--runTestsByPath', path],
  ];
  const child = spawn(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', join(copy, jest), ...all],
    {
      cwd: join(copy, project),
      // A group of its own, so that what a test started ends with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      process.kill(-child.pid!, 'SIGKILL');
      resolve({ isLate: true, output });
    }, milliseconds);
    child.once('close', () => {
      clearTimeout(timer);
      resolve({ isLate: false, output });
    });
  });
}

function judge(
  report: Report | undefined,
  isLate: boolean,
): Pick<Run, 'outcome' | 'by' | 'isLate'> {
  if (isLate) return { outcome: 'timed out', isLate };
  if (!report) return { outcome: 'broken', isLate };
  if (report.success) return { outcome: 'passed', isLate };
  const [file] = report.testResults;
  const failed = file?.assertionResults.find(({ status }) => status === 'failed')?.fullName;
  if (failed === undefined && report.numPassedTests === 0) return { outcome: 'broken', isLate };
  return {
    outcome: 'failed',
    by: failed ?? 'what the file leaves behind',
    isLate: /Exceeded timeout/.test(file?.message ?? ''),
  };
}
