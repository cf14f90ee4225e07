import { openDatabase, type Database } from '@triptych/postgres';
import { createTestDatabase } from '@triptych/postgres/testing';
import type { Context } from '../compose.js';
import { createWorld, migrationsDir, type World } from './social-world.js';

const log = { info: () => {}, warn: () => {} };

/** A migrated database of its own on the server of TEST_DATABASE_URL; `drop` after its users are closed. */
export async function createPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const { url, drop } = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  const database = await openAt(url);
  await database.migrate();
  await database.close();
  return { url, drop: () => drop() };
}

export async function createPostgresWorld(
  url: string,
  context: Partial<Context> = {},
): Promise<World> {
  return createWorld(await openAt(url), context);
}

/** A world on a database of its own, which goes when the world is closed. */
export async function openPostgresWorld(): Promise<World & { readonly databaseUrl: string }> {
  const { url, drop } = await createPostgres();
  const world = await createPostgresWorld(url);
  return { ...world, databaseUrl: url, close: () => world.close().then(drop) };
}

function openAt(url: string): Promise<Database> {
  const applicationName = 'social-app-test';
  return openDatabase({ url, dataDir: 'unused', applicationName, migrationsDir, log });
}
