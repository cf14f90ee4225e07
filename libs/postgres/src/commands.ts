import type { Database, DatabaseLog } from './database.js';

/** What `runService` passes to a sub-command, as far as it is used here. */
export interface CommandHost<Config, Log> {
  readonly config: Config;
  readonly logger: Log;
}

/** A sub-command of a service that works on its database, which is open for the time of `work`. */
export function databaseCommand<Config, Log extends DatabaseLog>(
  open: (config: Config, log: Log) => Promise<Database>,
  work: (database: Database, host: CommandHost<Config, Log>) => Promise<void>,
) {
  return async (host: CommandHost<Config, Log>): Promise<void> => {
    const database = await open(host.config, host.logger);
    await work(database, host).finally(() => database.close());
  };
}

/** The `migrate` sub-command: brings the database up to date. */
export function migrateCommand<Config, Log extends DatabaseLog>(
  open: (config: Config, log: Log) => Promise<Database>,
) {
  return databaseCommand(open, async (database, { logger }) => {
    const migrations = await database.migrate();
    logger.info({ migrations }, 'the database is up to date');
  });
}
