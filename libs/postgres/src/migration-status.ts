import { type Migration, MigrationError } from './migration-files.js';
import { describeSessions, migratingSessions } from './migration-lock.js';
import { assertNoneMissing, missingRelations } from './migration-relations.js';
import { interrupted, migrationState } from './migrations.js';
import type { Session } from './session.js';

/**
 * What `migrate status` prints, one line each. `upToDate`: nothing is pending, as `migrate` sees it: what a newer release has
 * left unfinished is its own. `missing`: what applied migrations made, and is not there.
 */
export interface MigrationReport {
  readonly upToDate: boolean;
  readonly missing: readonly string[];
  readonly lines: readonly string[];
}

/** @throws MigrationError when an applied file was edited since */
export async function migrationReport(
  session: Session,
  migrations: readonly Migration[],
): Promise<MigrationReport> {
  const state = await migrationState(session, migrations);
  const { applied, pending, unfinished, unknown } = state;
  const missing = await missingRelations(session, state, migrations);
  const migrators = await migratingSessions(session);
  const begun = new Set(unfinished.map(({ name }) => name));
  const line = (state: string, name: string, more = '') => `${state.padEnd(12)} ${name} ${more}`;
  const left = migrators.length > 0 ? 'under way' : 'interrupted';
  const newer = (name: string) => (unknown.includes(name) ? ' (of a newer release)' : '');
  return {
    upToDate: pending.length === 0,
    missing,
    lines: [
      ...applied.map(({ name, finishedAt }) =>
        line('applied', name, `${finishedAt}${newer(name)}`),
      ),
      ...unfinished.map(({ name, startedAt }) =>
        line(left, name, `since ${startedAt}${newer(name)}`),
      ),
      ...pending.filter(({ name }) => !begun.has(name)).map(({ name }) => line('pending', name)),
      ...missing.map((name) => line('missing', name)),
      `migrating now: ${describeSessions(migrators) || 'nobody'}`,
    ].map((text) => text.trimEnd()),
  };
}

/**
 * For readiness. Migrations of a newer release do not matter, whatever their state.
 *
 * @throws MigrationError that says what is missing, and who applies it or how to
 */
export async function assertUpToDate(session: Session, migrations: readonly Migration[]) {
  const state = await migrationState(session, migrations);
  const { pending, unfinished } = state;
  if (pending.length === 0) {
    return assertNoneMissing(await missingRelations(session, state, migrations));
  }
  const lacks = `the database lacks ${pending.length} migration(s)`;
  const migrators = await migratingSessions(session);
  if (migrators.length > 0) {
    throw new MigrationError(`${lacks}, which ${describeSessions(migrators)} applies`);
  }
  const left = unfinished.find((row) => pending.some(({ name }) => name === row.name));
  if (left !== undefined) throw new MigrationError(interrupted(left.name));
  throw new MigrationError(`${lacks}: run \`node dist/main.js migrate\``);
}
