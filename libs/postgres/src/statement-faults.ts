import { createDependencyLog } from '@triptych/logging';
import { sqlState } from './database-errors.js';
import { describeDatabaseFault } from './database-faults.js';
import type { DatabaseLog } from './database.js';

// Disk, memory and connections that are used up, a disk or an index that is broken, a right that was taken away, a server that
// was made read-only, a table, column or unique index that somebody dropped. Readiness asks small questions and meets few of these, so the statements that fail report them
// (ADR 0026). Time limits and locks are everyday outcomes, and lost connections are readiness's.
const reported = /^(?:53|58|XX)|^(?:42501|25006|42P01|42703|42P10)$/;

/** Learns of every statement that is refused; logs the classes above, once a minute each. */
export function createStatementFaultLog(log: DatabaseLog): (error: unknown) => void {
  const changes = createDependencyLog(log, 'postgres', 'some of what is asked of it fails');
  return (error) => {
    if (reported.test(sqlState(error) ?? '')) changes.failed(describeDatabaseFault(error));
  };
}
