import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Fault } from './fault.js';
import type { Outcome } from './run-test-file.js';
import type { Try } from './test-files.js';

/** How a fault was judged. */
export type Judgement = Pick<Result, 'outcome' | 'by' | 'tries'>;

/** What became of a fault. */
export interface Result {
  readonly fault: string;
  readonly title: string;
  readonly outcome: Outcome;
  /** The test file that noticed it, and its test. */
  readonly by?: string;
  /** Of the texts of all test files that it survived. */
  readonly tests: string;
  readonly tries: readonly Try[];
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Names a fault by the lines around it, so that a change elsewhere in the file leaves its result standing. */
export function identify(fault: Fault, source: string): string {
  const at = fault.at ?? source.indexOf(fault.find);
  const start = source.lastIndexOf('\n', source.lastIndexOf('\n', at) - 1) + 1;
  const end = source.indexOf('\n', source.indexOf('\n', at + fault.find.length) + 1);
  const around = source.slice(start, end < 0 ? undefined : end);
  return hashOf(JSON.stringify([fault.file, around, at - start, fault.find, fault.replace]));
}

/** The results of earlier runs, one a line, which a run that was ended goes on from. */
export function openResults(path: string, isNew: boolean) {
  mkdirSync(dirname(path), { recursive: true });
  if (isNew) rmSync(path, { force: true });
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  const all = lines.map((line) => JSON.parse(line) as Result);
  const found = new Map(all.map((result) => [result.fault, result]));
  return {
    tries: all.flatMap(({ tries }) => [...tries]),
    /** One that was caught stays so; one that survived is tried again when a test of its own has changed. */
    find(fault: string, tests: readonly string[]): Result | undefined {
      const result = found.get(fault);
      const isCaught = result?.outcome === 'failed' || result?.outcome === 'timed out';
      return isCaught || result?.tests === hashOf(tests.join()) ? result : undefined;
    },
    add(result: Omit<Result, 'tests'>, tests: readonly string[]): Result {
      const whole = { ...result, tests: hashOf(tests.join()) };
      appendFileSync(path, `${JSON.stringify(whole)}\n`);
      this.tries.push(...result.tries);
      return whole;
    },
  };
}
