import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Database } from '@triptych/postgres';
import { CopyError } from './copy-error.js';

const log = { info: () => {}, warn: () => {} };

/**
 * Opens an embedded database that is there and up to date, as its one owner.
 *
 * @throws FolderInUseError while a service runs on it; CopyError when there is none, or it lacks migrations.
 */
export async function openSource(dataDir: string, migrationsDir: string | URL): Promise<Database> {
  if (!existsSync(join(dataDir, 'pgdata', 'PG_VERSION'))) {
    throw new CopyError(`there is no embedded database in ${dataDir}`);
  }
  const applicationName = 'copy-database';
  const source = await openDatabase({ dataDir, migrationsDir, applicationName, log });
  const pending = await source.pendingMigrations();
  if (pending.length === 0) return source;
  await source.close();
  throw new CopyError(
    `the embedded database lacks ${pending.join(', ')}: start the service on it once, then stop it`,
  );
}

/** Applies the migrations to the PostgreSQL server of `url`. */
export async function migrateTarget(url: string, migrationsDir: string | URL): Promise<void> {
  const applicationName = 'copy-database';
  const target = await openDatabase({ url, dataDir: '', migrationsDir, applicationName, log });
  try {
    await target.migrate();
  } finally {
    await target.close();
  }
}
