import { Type } from 'typebox';
import { addressFaults } from './address.js';

const address = (description: string) =>
  Type.Optional(Type.String({ pattern: '^postgres(ql)?://.+', description }));

/**
 * The variables that every service with a database reads.
 *
 * @param lateStatus of the reply to a request for which the database took too long
 */
export function databaseEnvironment(dataDir: string, lateStatus: 500 | 503) {
  return {
    DATABASE_URL: address('none: an embedded database'),
    MIGRATE_DATABASE_URL: address('for `migrate` alone, past a pooler; none: DATABASE_URL'),
    DATA_DIR: Type.String({ minLength: 1, default: dataDir }),
    DATABASE_TIMEOUT_MS: Type.Integer({
      minimum: 100,
      maximum: 60_000,
      default: 10_000,
      description: `how long a request waits for the database before it is a ${lateStatus}`,
    }),
  };
}

interface Addresses {
  readonly DATABASE_URL?: string;
  readonly MIGRATE_DATABASE_URL?: string;
}

/** Faults of these variables that the schema cannot find; no fault holds a value. */
export function databaseFaults({ DATABASE_URL: url, MIGRATE_DATABASE_URL: other }: Addresses) {
  const faults = [
    ...addressFaults('DATABASE_URL', url),
    ...addressFaults('MIGRATE_DATABASE_URL', other),
  ];
  if (other !== undefined && url === undefined)
    faults.push('MIGRATE_DATABASE_URL needs DATABASE_URL');
  return faults;
}
