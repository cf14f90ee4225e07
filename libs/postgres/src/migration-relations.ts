// Whether what the history says is there (ADR 0028). A dump that was restored in part, or a table that somebody dropped,
// leaves a history that is complete beside a database that is not: no migration mends that.
import { type Migration, MigrationError } from './migration-files.js';
import type { MigrationState } from './migration-history.js';
import type { Session } from './session.js';

const change =
  /^(CREATE|DROP|ALTER) (TABLE|UNIQUE INDEX|INDEX)(?: CONCURRENTLY)?(?: IF (?:NOT )?EXISTS)? "?(\w+)"?(?:\s+(RENAME TO|ON) "?(\w+)"?)?/gim;

/** The tables and unique indexes that these migrations leave behind. Other indexes are the operator's to judge. */
export function relationsOf(migrations: readonly Migration[]): string[] {
  const tableOf = new Map<string, string>();
  for (const { sql } of migrations) {
    for (const [, action, kind, name, does, other] of sql.matchAll(change)) {
      if (action === 'CREATE' && kind !== 'INDEX') tableOf.set(name!, other ?? name!);
      if (action === 'DROP') {
        tableOf.forEach((table, found) => [table, found].includes(name!) && tableOf.delete(found));
      }
      if (does === 'RENAME TO' && tableOf.delete(name!)) tableOf.set(other!, other!);
    }
  }
  return [...tableOf.keys()];
}

/**
 * What the applied migrations have made and is not there. Nothing, where a newer release has migrated: it may have dropped
 * what this one knows.
 */
export async function missingRelations(
  session: Session,
  { applied, unknown }: MigrationState,
  migrations: readonly Migration[],
): Promise<string[]> {
  if (unknown.length > 0) return [];
  const names = new Set(applied.map(({ name }) => name));
  // What a pending migration drops may be gone already: a lost history is recorded anew one by one.
  const lasting = new Set(relationsOf(migrations));
  const rows = await session.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(quote_ident(name)) IS NULL',
    [
      relationsOf(migrations.filter(({ name }) => names.has(name))).filter((one) =>
        lasting.has(one),
      ),
    ],
  );
  return rows.map(({ name }) => name);
}

/** @throws MigrationError that names what is missing */
export function assertNoneMissing(names: readonly string[]): void {
  if (names.length === 0) return;
  throw new MigrationError(
    `the history says that all is applied which makes ${names.join(', ')}, and the database has no such relation: it was ` +
      'restored in part, or somebody dropped it. `migrate` cannot mend that: restore a back-up',
  );
}
