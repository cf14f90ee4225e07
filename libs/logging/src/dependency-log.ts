import { describeFault } from './dependency-faults.js';
import { createSampler } from './sampling.js';

// What the log says of a dependency. Guarantees: each change between working and failing is one line, and an outage, of
// however many failures, at most one line a minute for each class of fault (ADR 0026).
//
//   working → failed   a line with reason, code and advice → failing
//   failing → failed   another class: a line; the same: counted, and a line with the count once a minute
//   failing → works    a line with how long it took and how many failed → working
//   working → works    nothing

/** The part of a logger that is used. */
export interface ChangeLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

/** Learns of a dependency whatever happens to it, and logs what an operator needs of that. */
export interface DependencyLog {
  failed(error: unknown): void;
  works(): void;
}

/**
 * @param dependency a name of ours, such as `redis`, never an address
 * @param consequence what its failure means for the service, such as "not ready until it does"
 */
export function createDependencyLog(
  log: ChangeLog,
  dependency: string,
  consequence = 'it is tried again',
): DependencyLog {
  let failing:
    { since: number; failures: number; sample: ReturnType<typeof createSampler> } | undefined;
  return {
    failed(error) {
      const { reason, code, advice } = describeFault(error);
      failing ??= { since: performance.now(), failures: 0, sample: createSampler(1) };
      failing.failures += 1;
      const left = failing.sample(`${reason} ${code}`);
      if (left === null) return;
      const facts = { dependency, reason, code, advice, ...(left > 0 && { suppressed: left }) };
      log.warn(facts, `a dependency does not work; ${consequence}`);
    },
    works() {
      if (!failing) return;
      const { since, failures } = failing;
      failing = undefined;
      const downMs = Math.round(performance.now() - since);
      log.info({ dependency, downMs, failures }, 'a dependency works again');
    },
  };
}
