import type { TestFile } from './test-files.js';

/** One change of the code that its tests have to notice. */
export interface Fault {
  /** Relative to the repository. */
  readonly file: string;
  /** What stands in the file, once, and what stands there instead. */
  readonly find: string;
  readonly replace: string;
  /** Of several places the one at this offset. */
  readonly at?: number;
  readonly suites: readonly Suite[];
  /** Why no test can notice it: then it is not run. */
  readonly unnoticeable?: string;
}

/** Tests of a project, by a pattern of their paths. Those that need servers are asked last. */
export interface Suite {
  readonly project: string;
  readonly kind: 'unit' | 'integration';
  readonly pattern: string;
}

/** A fault, its name in the results, and the tests that could notice it. */
export interface Candidate {
  readonly fault: Fault;
  readonly id: string;
  readonly tests: readonly TestFile[];
}

export const unit = (project: string, pattern: string): Suite => ({
  project,
  kind: 'unit',
  pattern,
});

export const integration = (project: string, pattern: string): Suite => ({
  project,
  kind: 'integration',
  pattern,
});

/** @throws Error when the place is not there any more, or not the only one */
export function applyFault(fault: Fault, source: string): string {
  const { find, replace } = fault;
  const at = fault.at ?? onlyPlace(fault, source);
  return source.slice(0, at) + replace + source.slice(at + find.length);
}

function onlyPlace({ file, find }: Fault, source: string): number {
  const at = source.indexOf(find);
  if (at < 0) throw new Error(`${file} has no more: ${find}`);
  if (source.includes(find, at + 1)) throw new Error(`${file} has more than once: ${find}`);
  return at;
}
