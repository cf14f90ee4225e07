import type { Fault, Suite } from './fault.js';

/** A file of tests, by its path in its project. */
export interface TestFile extends Pick<Suite, 'project' | 'kind'> {
  readonly path: string;
}

export const nameOf = ({ project, path }: TestFile) => `${project}/${path}`;

const suffixes = {
  unit: /(?<!\.integration|\.browser)\.test\.ts$/,
  integration: /\.integration\.test\.ts$/,
};

/** The test files of the suites of a fault. */
export function testFilesOf({ suites }: Fault, files: readonly string[]): TestFile[] {
  const found = new Map<string, TestFile>();
  for (const { project, kind, pattern } of suites) {
    const paths = files
      .filter((file) => file.startsWith(`${project}/src/`) && suffixes[kind].test(file))
      .map((file) => file.slice(project.length + 1))
      .filter((path) => new RegExp(pattern).test(path));
    if (paths.length === 0) throw new Error(`${project} has no ${kind} tests like ${pattern}`);
    for (const path of paths) found.set(`${project}/${path}`, { project, kind, path });
  }
  return [...found.values()];
}

/** A run of a test file with a fault in `file`. */
export interface Try {
  readonly file: string;
  readonly test: string;
  readonly seconds: number;
  readonly isCaught: boolean;
}

const assumedSeconds = { unit: 8, integration: 24 };

/** Those first that notice most in the least time, going by what is known of this file's faults so far. */
export function inOrder(
  file: string,
  tests: readonly TestFile[],
  tries: readonly Try[],
): TestFile[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const rateOf = (test: TestFile) => {
    const name = nameOf(test);
    const ofTest = tries.filter((one) => one.test === name);
    const ofFile = ofTest.filter((one) => one.file === file);
    const caught = ofFile.filter(({ isCaught }) => isCaught).length;
    const chance = (caught + (name.startsWith(folder) ? 0.5 : 0.2)) / (ofFile.length + 1);
    const total = ofTest.reduce((sum, { seconds }) => sum + seconds, 0);
    return chance / (ofTest.length === 0 ? assumedSeconds[test.kind] : total / ofTest.length);
  };
  const rates = new Map(tests.map((test) => [test, rateOf(test)]));
  return tests.toSorted((one, other) => rates.get(other)! - rates.get(one)!);
}
