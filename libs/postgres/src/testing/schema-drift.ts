import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../embedded.js';
import { readMigrations } from '../migration-folder.js';
import { createEngine, toMigrationList } from './schema-engine.js';

const noFilter = { externalTables: [], externalEnums: [] };

/**
 * The SQL that is missing between a folder of migrations and a `schema.prisma`: empty when they agree, and
 * otherwise the body of the next migration.
 *
 * Uses Prisma's own schema engine (WASM, in memory; its version must match the `prisma` package exactly).
 */
export async function schemaDrift(
  schema: string | URL,
  migrationsDir: string | URL,
): Promise<string> {
  const embedded = await startEmbedded({});
  try {
    const connect = () => embedded.adapter.connect();
    const factory = { ...embedded.adapter, connect, connectToShadowDb: connect };
    const content = await readFile(schema, 'utf8');
    const path = typeof schema === 'string' ? schema : fileURLToPath(schema);
    const engine = await createEngine(factory, [path, content]);
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...toMigrationList(await readMigrations(migrationsDir)) },
      to: { tag: 'schemaDatamodel', files: [{ path, content }] },
      script: true,
      exitCode: true,
      filters: noFilter,
    });
    engine.free();
    return exitCode === 0 ? '' : (stdout ?? 'the schema differs');
  } finally {
    await embedded.close();
  }
}
