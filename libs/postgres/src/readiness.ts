import { DependencyFault } from '@triptych/logging';
import { ReadOnlyServerError } from './database-errors.js';
import type { Migration } from './migration-files.js';
import { relationsOf } from './migration-relations.js';
import type { Session } from './session.js';

/**
 * One query for all that a service needs beside its migrations: a server that takes writes, an encoding that has every
 * character, a schema, and the four rights on each of its tables. Returns whether something is missing that its migrations
 * make.
 *
 * @param appendOnly tables that are read and inserted into alone
 * @throws whatever keeps the service from working
 */
export async function assertUsable(
  session: Session,
  migrations: readonly Migration[],
  appendOnly: readonly string[] = [],
): Promise<{ readonly incomplete: boolean }> {
  const [found] = await session.query<{
    readOnly: boolean;
    encoding: string;
    lacksSchema: boolean;
    denied: string[];
    incomplete: boolean;
  }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "readOnly",
       current_setting('server_encoding') AS encoding,
       current_schema() IS NULL AS "lacksSchema",
       ARRAY(
         SELECT name FROM unnest($1::text[]) AS name, to_regclass(quote_ident(name)) AS found
         WHERE found IS NOT NULL AND NOT (
           has_table_privilege(found, 'SELECT') AND has_table_privilege(found, 'INSERT')
           AND (name = ANY ($3::text[])
             OR has_table_privilege(found, 'UPDATE') AND has_table_privilege(found, 'DELETE')))
       ) AS denied,
       EXISTS (
         SELECT FROM unnest($2::text[]) AS name WHERE to_regclass(quote_ident(name)) IS NULL
       ) AS incomplete`,
    [tablesOf(migrations), relationsOf(migrations), appendOnly],
  );
  const { readOnly, encoding, lacksSchema, denied, incomplete } = found!;
  if (readOnly) throw new ReadOnlyServerError();
  if (encoding !== 'UTF8')
    throw new DependencyFault({ reason: 'unsupported', advice: encodingAdvice });
  if (lacksSchema) {
    const advice =
      'The schema of DATABASE_URL does not exist, or the role has no USAGE on it: see docs/operations.md.';
    throw new DependencyFault({ reason: 'unknown_database', code: '3F000', advice });
  }
  if (denied.length > 0) {
    const advice = `The role lacks SELECT, INSERT, UPDATE or DELETE on ${denied.join(', ')}: docs/operations.md has the GRANTs.`;
    throw new DependencyFault({ reason: 'missing_grant', code: '42501', advice });
  }
  return { incomplete };
}

/** Elsewhere most names cannot be stored, or their letters are not told apart by the server's own functions. */
export const encodingAdvice =
  "The database's encoding is not UTF8, and cannot be changed: make another one with ENCODING 'UTF8' TEMPLATE template0, " +
  'and restore a pg_dump of this one into it.';

/** Tables that a later migration dropped are not found, and not asked about. */
function tablesOf(migrations: readonly Migration[]): string[] {
  return migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gm)].map(([, name]) => name!),
  );
}
