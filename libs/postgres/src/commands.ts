import type { Database, DatabaseLog } from './database.js';

/** What `runService` passes to a sub-command, as far as it is used here. */
export interface CommandHost<Config, Log extends DatabaseLog> {
  readonly config: Config;
  readonly logger: Log;
}

export type DatabaseCommand<Config, Log extends DatabaseLog> = (
  host: CommandHost<Config, Log>,
) => Promise<void>;

/** A sub-command of a service that works on its database, which is open for the time of `work`. */
export function databaseCommand<Config, Log extends DatabaseLog>(
  open: (config: Config, log: Log) => Promise<Database>,
  work: (database: Database, host: CommandHost<Config, Log>) => Promise<void>,
): DatabaseCommand<Config, Log> {
  return async (host) => {
    const database = await open(host.config, host.logger);
    try {
      await work(database, host);
    } finally {
      await database.close();
    }
  };
}

/** The `migrate` sub-command: brings the database up to date. */
export function migrateCommand<Config, Log extends DatabaseLog>(
  open: (config: Config, log: Log) => Promise<Database>,
): DatabaseCommand<Config, Log> {
  return databaseCommand(open, async (database, { logger }) => {
    const migrations = await database.migrate();
    logger.info({ migrations }, 'the database is up to date');
  });
}
