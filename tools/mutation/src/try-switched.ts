import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Candidate, Fault } from './fault.js';
import { type Noticed, runSwitched } from './run-test-file.js';
import { withSwitches } from './switches.js';
import { nameOf, type TestFile } from './test-files.js';

const longest = 600_000;
// Starting a test file has to pay.
const fewest = 2;

const isPlaced = (fault: Fault): fault is Fault & { at: number } => fault.at !== undefined;

/** The unit tests of these faults; first those that most of them are near of. */
export function switchable(candidates: readonly Candidate[]): TestFile[] {
  const near = new Map<string, { test: TestFile; count: number }>();
  for (const { fault, tests } of candidates.filter((one) => isPlaced(one.fault))) {
    const folder = fault.file.slice(0, fault.file.lastIndexOf('/') + 1);
    for (const test of tests.filter(({ kind }) => kind === 'unit')) {
      const name = nameOf(test);
      const { count } = near.get(name) ?? { count: 0 };
      near.set(name, { test, count: count + (name.startsWith(folder) ? 1 : 0) });
    }
  }
  const all = [...near.values()].sort((one, other) => other.count - one.count);
  return all.map(({ test }) => test);
}

/**
 * Puts all faults of a known place into the copy, as switches, and runs each test file once: quick, and good for saying
 * that a fault was noticed. One that was not may be of code that runs when a file is loaded, or in another process.
 */
export async function trySwitched(
  copy: string,
  tests: Iterable<TestFile>,
  undecided: () => Candidate[],
  decide: (noticed: Noticed) => void,
): Promise<void> {
  const switches = undecided().flatMap(({ fault, id }) => (isPlaced(fault) ? [{ fault, id }] : []));
  const sources = new Map(
    switches.map(({ fault: { file } }) => [file, readFileSync(join(copy, file), 'utf8')]),
  );
  for (const [file, source] of sources) {
    const own = switches.filter(({ fault }) => fault.file === file);
    writeFileSync(join(copy, file), withSwitches(source, own));
  }
  for (const test of tests) {
    const isFor = ({ tests: own }: Candidate) => own.some((one) => nameOf(one) === nameOf(test));
    const ids = undecided().filter((one) => isPlaced(one.fault) && isFor(one));
    if (ids.length < fewest) continue;
    const noticed = await runSwitched(
      copy,
      test,
      ids.map(({ id }) => id),
      longest,
    );
    for (const one of noticed) decide({ ...one, test: `${nameOf(test)}: ${one.test}` });
  }
  for (const [file, source] of sources) writeFileSync(join(copy, file), source);
}
