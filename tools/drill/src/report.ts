import type { Load } from './load.js';

/** Prints a line for each load. */
export function printLoads(loads: readonly Load[]): void {
  const row = (load: Load) => ({
    requests: load.count,
    failed: failuresOf(load),
    reasons: [...load.failed].map((pair) => pair.join(' × ')).join(', '),
    'asked again by the client': load.repeated,
    'slowest ms': Math.round(load.slowestMs()),
  });
  console.table(Object.fromEntries(loads.map((load) => [load.name, row(load)])));
}

export function failuresOf({ failed }: Load): number {
  return [...failed.values()].reduce((sum, count) => sum + count, 0);
}
