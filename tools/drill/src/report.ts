import type { Load } from './load.js';
import type { CheckedLoad } from './loads.js';

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

function failuresOf({ failed }: Load): number {
  return [...failed.values()].reduce((sum, count) => sum + count, 0);
}

/** Does it, and prints how many requests of each load failed meanwhile. */
export async function withFailures(
  name: string,
  loads: readonly CheckedLoad[],
  act: () => Promise<unknown>,
): Promise<void> {
  const before = loads.map(({ load }) => failuresOf(load));
  await act();
  const failed = loads.map(({ load }, n) => failuresOf(load) - before[n]!);
  console.log(`${name}: ${failed.join(', ')} failed`);
}

/** Stops the loads and prints what is to be said of them; false: a request failed, or something is lost or there twice. */
export async function endLoads(checked: readonly CheckedLoad[]): Promise<boolean> {
  const loads = checked.map(({ load }) => load);
  for (const load of loads) await load.stop();
  const findings = (await Promise.all(checked.map(({ check }) => check()))).flat();
  printLoads(loads);
  for (const finding of findings) console.log(finding);
  return findings.length === 0 && loads.every((load) => failuresOf(load) === 0);
}
