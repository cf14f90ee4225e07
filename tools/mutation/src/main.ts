// Puts each fault into a copy of the code and runs the tests that ought to notice it.
//   npx nx run mutation:faults -- [part of a file's name …]
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyFault, type Fault, type Suite } from './fault.js';
import { faults as listed } from './faults.js';
import { type Outcome, runSuite } from './run-suite.js';
import { faultsOfAdapters } from './sql-faults.js';
import { createWorkingCopy } from './working-copy.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const [least, longest] = [0.9, 180_000];

const wanted = process.argv.slice(2);
const isWanted = ({ file }: Fault) =>
  wanted.length === 0 || wanted.some((part) => file.includes(part));
const files = execFileSync('git', ['ls-files', 'apps'], { cwd: root, encoding: 'utf8' }).split(
  '\n',
);
const faults = [...listed, ...faultsOfAdapters(root, files)].filter(isWanted);
const copy = createWorkingCopy(root);

await checkUnchanged([...new Set(faults.flatMap(({ suites }) => suites))]);
const results = new Map<Fault, Outcome>();
for (const [n, fault] of faults.entries()) {
  const outcome = fault.unnoticeable === undefined ? await tryFault(fault) : 'passed';
  results.set(fault, outcome);
  console.log(`${n + 1}/${faults.length} ${wordOf(fault, outcome)} ${titleOf(fault)}`);
}
report();

/** Tests that fail without a fault would count as noticing every one. */
async function checkUnchanged(suites: readonly Suite[]): Promise<void> {
  for (const suite of suites) {
    const { outcome, output } = await runSuite(copy, suite, longest * 2);
    if (outcome === 'passed') continue;
    console.error(output);
    throw new Error(`without any fault: ${suite.project} ${suite.pattern} ${outcome}`);
  }
}

async function tryFault(fault: Fault): Promise<Outcome> {
  const path = join(copy, fault.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, applyFault(fault, source));
  try {
    for (const suite of fault.suites) {
      const { outcome } = await runSuite(copy, suite, longest);
      if (outcome !== 'passed') return outcome;
    }
    return 'passed';
  } finally {
    writeFileSync(path, source);
  }
}

function wordOf({ unnoticeable }: Fault, outcome: Outcome): string {
  if (unnoticeable !== undefined) return `left out (${unnoticeable})`;
  return outcome === 'passed' ? 'SURVIVED' : outcome === 'broken' ? 'BROKEN' : 'caught';
}

function titleOf({ file, find, replace, at }: Fault): string {
  const line = at === undefined ? '' : `:${lineOf(file, at)}`;
  return `${file}${line} "${find}" → "${replace}"`.replaceAll(/\s+/g, ' ');
}

function lineOf(file: string, at: number): number {
  return readFileSync(join(root, file), 'utf8').slice(0, at).split('\n').length;
}

function report(): void {
  const tried = [...results].filter(([fault]) => fault.unnoticeable === undefined);
  for (const file of new Set(tried.map(([fault]) => fault.file))) {
    const of = tried.filter(([fault]) => fault.file === file).map(([, outcome]) => outcome);
    const caught = of.filter((outcome) => outcome === 'failed' || outcome === 'timed out').length;
    console.log(`${caught} of ${of.length} caught in ${file}`);
  }
  const caught = tried.filter(([, outcome]) => outcome === 'failed' || outcome === 'timed out');
  console.log(`${caught.length} of ${tried.length} faults caught`);
  if (caught.length < tried.length * least) process.exitCode = 1;
}
