import { DatabaseUnavailable } from './http.errors.js';

/**
 * What the service replies while its database is away, busy or read-only: 503 wherever that happens, but for the routes whose
 * document says 500.
 *
 * @param outageOf what is wrong with the database, where it is at fault for the error
 */
export function databaseProblem(outageOf: (thrown: unknown) => Error | undefined) {
  return {
    problem: DatabaseUnavailable,
    translate(thrown: unknown): DatabaseUnavailable | undefined {
      const cause = outageOf(thrown);
      return cause && new DatabaseUnavailable({ cause });
    },
  };
}
