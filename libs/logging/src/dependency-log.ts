import { describeFault } from './dependency-faults.js';

// What the log says of a dependency. Guarantees: each change between working and failing is one line, and an outage, of
// however many failures, at most one line a minute for each class of fault (ADR 0026).
//
//   working → failed   a line with reason, code and advice → failing
//   failing → failed   another class: a line; the same: counted, and a line with the count once a minute
//   failing → works    a line with how long it took and how many failed → working
//   working → works    nothing

const minute = 60_000;

interface Class {
  loggedAt: number;
  suppressed: number;
}

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
  let failing: { since: number; failures: number; classes: Map<string, Class> } | undefined;
  return {
    failed(error) {
      const { reason, code, advice } = describeFault(error);
      const now = performance.now();
      failing ??= { since: now, failures: 0, classes: new Map() };
      failing.failures += 1;
      const key = `${reason} ${code}`;
      const known = failing.classes.get(key);
      if (known && now - known.loggedAt < minute) return void (known.suppressed += 1);
      failing.classes.set(key, { loggedAt: now, suppressed: 0 });
      const facts = { dependency, reason, code, advice, suppressed: known?.suppressed };
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
