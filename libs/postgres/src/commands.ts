import type { Database, DatabaseLog } from './database.js';
import { MigrationError } from './migration-files.js';
import { assertNoneMissing } from './migration-relations.js';

/** What `runService` passes to a sub-command, as far as it is used here. */
export interface CommandHost<Config, Log> {
  readonly config: Config;
  readonly logger: Log;
}

/** A sub-command of a service that works on its database, which is open for the time of `work`. */
export function databaseCommand<Config, Log extends DatabaseLog>(
  open: (config: Config, log: Log) => Promise<Database>,
  work: (
    database: Database,
    host: CommandHost<Config, Log>,
    parameters: readonly string[],
  ) => Promise<void>,
) {
  return async (host: CommandHost<Config, Log>, parameters: readonly string[]): Promise<void> => {
    const database = await open(host.config, host.logger);
    await work(database, host, parameters).finally(() => database.close());
  };
}

/** The variables that name the database: migrations may need the server itself where the service uses a pooler. */
export interface MigrationConfig {
  readonly DATABASE_URL?: string | undefined;
  readonly MIGRATE_DATABASE_URL?: string | undefined;
}

/**
 * The `migrate` sub-command. Alone it brings the database up to date; `migrate status` prints the history and fails when
 * something is missing; `migrate resolve NAME [--applied|--rolled-back]` settles an interrupted migration.
 *
 * @param print writes a line for the operator
 */
export function migrateCommand<Config extends MigrationConfig, Log extends DatabaseLog>(
  open: (config: Config, log: Log) => Promise<Database>,
  print: (line: string) => void,
) {
  const openForMigration = (config: Config, log: Log) =>
    open({ ...config, DATABASE_URL: config.MIGRATE_DATABASE_URL ?? config.DATABASE_URL }, log);
  return databaseCommand(openForMigration, async (database, { logger }, parameters) => {
    const [action, ...rest] = parameters;
    if (action === undefined) {
      const migrations = await database.migrate();
      logger.info({ migrations }, 'the database is up to date');
    } else if (action === 'status' && rest.length === 0) {
      const { upToDate, missing, lines } = await database.migrationReport();
      lines.forEach(print);
      assertNoneMissing(missing);
      if (!upToDate) throw new MigrationError('the database is not up to date');
    } else if (action === 'resolve') {
      const [name, claim] = readResolve(rest);
      const resolution = await database.resolveMigration(name, claim);
      logger.info({ migration: name, resolution }, 'the migration is resolved');
    } else throw usage();
  });
}

const usage = () =>
  new MigrationError(
    'usage: migrate | migrate status | migrate resolve NAME [--applied|--rolled-back]',
  );

const claims = { '--applied': 'applied', '--rolled-back': 'rolled-back' } as const;

function readResolve([name, flag, ...more]: readonly string[]) {
  const claim = flag === undefined ? undefined : claims[flag as keyof typeof claims];
  if (name === undefined || more.length > 0 || (flag !== undefined && claim === undefined)) {
    throw usage();
  }
  return [name, claim] as const;
}
