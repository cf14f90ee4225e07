import { openDatabase, type Database } from '@triptych/postgres';
import { createTestDatabase } from '@triptych/postgres/testing';
import { createTestApp, migrationsDir, type TestApp, type TestSettings } from './test-app.js';

const log = { info: () => {}, warn: () => {} };

/** A migrated database of its own on the server of TEST_DATABASE_URL; `drop` after its users are closed. */
export async function createPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const { url, drop } = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  const database = await openAt(url);
  await database.migrate();
  await database.close();
  return { url, drop: () => drop() };
}

export async function createPostgresApp(
  url: string,
  context: NonNullable<TestSettings['context']> = {},
  config: NonNullable<TestSettings['config']> = {},
): Promise<TestApp> {
  return createTestApp({ database: await openAt(url), context, config });
}

/** The app on a database of its own, which goes when the app is closed. */
export async function openPostgresApp({ config }: Pick<TestSettings, 'config'> = {}): Promise<
  TestApp & { readonly databaseUrl: string }
> {
  const { url, drop } = await createPostgres();
  const world = await createPostgresApp(url, {}, config);
  return { ...world, databaseUrl: url, close: () => world.close().then(drop) };
}

/** With the settings that the service gives its connections. */
export function openAt(url: string): Promise<Database> {
  const applicationName = 'social-app-test';
  const settings = { dataDir: 'unused', applicationName, preferIndexes: true };
  return openDatabase({ url, ...settings, migrationsDir, log });
}
