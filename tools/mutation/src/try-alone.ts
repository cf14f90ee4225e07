import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyFault, type Candidate } from './fault.js';
import { type Run, runTestFile } from './run-test-file.js';
import { inOrder, nameOf, type TestFile, type Try } from './test-files.js';
import type { Judgement } from './results.js';

const longest = 120_000;
const plain = new Map<string, Promise<boolean>>();

/** Runs the tests of a fault, file by file, until one notices it. */
export async function tryAlone(
  copy: string,
  candidate: Candidate,
  known: readonly Try[],
): Promise<Judgement> {
  const { file } = candidate.fault;
  const tries: Try[] = [];
  for (const test of inOrder(file, candidate.tests, known)) {
    const run = await runWith(candidate, copy, test);
    const isCaught = run.outcome !== 'passed' && (await passesPlain(copy, test, run));
    const { seconds, outcome, by } = run;
    tries.push({ file, test: nameOf(test), seconds, isCaught });
    if (isCaught) return { outcome, by: [nameOf(test), by].filter(Boolean).join(': '), tries };
  }
  return { outcome: 'passed', tries };
}

async function runWith({ fault }: Candidate, copy: string, test: TestFile): Promise<Run> {
  const path = join(copy, fault.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, applyFault(fault, source));
  try {
    return await runTestFile(copy, test, longest);
  } finally {
    writeFileSync(path, source);
  }
}

/** Tests that fail without a fault notice nothing; where time ran out, they are asked again under the load of now. */
function passesPlain(copy: string, test: TestFile, { isLate }: Run): Promise<boolean> {
  const name = nameOf(test);
  const known = plain.get(name);
  if (known && !isLate) return known;
  const asked = runTestFile(copy, test, longest).then(({ outcome, by, output }) => {
    if (outcome !== 'passed') console.error(`without a fault: ${name} ${outcome} ${by}\n${output}`);
    // The load of one moment is not that of the next.
    if (outcome !== 'passed') plain.delete(name);
    return outcome === 'passed';
  });
  plain.set(name, asked);
  return asked;
}
