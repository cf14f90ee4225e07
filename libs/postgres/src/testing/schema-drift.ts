import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import type * as Bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { startEmbedded } from '../embedded.js';
import { type Migration, readMigrations } from '../migration-files.js';

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

/** A migrations folder in the format of the engine. */
export function toMigrationList(migrations: readonly Migration[]): MigrationList {
  return {
    baseDir: '.',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}

// Node has it; the `dom` library that declares it would bring a browser's names along.
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

let loading: Promise<typeof Bindings> | undefined;

/** Prisma's schema engine on the given databases, with one schema file. */
export async function createEngine(
  factory: SqlMigrationAwareDriverAdapterFactory,
  datamodel: [path: string, content: string],
): Promise<SchemaEngine> {
  // The bindings keep views of one memory: a second instance in the same process would read the first's.
  const { SchemaEngine } = await (loading ??= loadBindings());
  const bound = bindMigrationAwareSqlAdapterFactory(factory);
  return SchemaEngine.new({ datamodels: [datamodel] }, () => {}, bound);
}

async function loadBindings(): Promise<typeof Bindings> {
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const bytes = await readFile(join(dirname(entry), 'schema_engine_bg.wasm'));
  const imports = { './schema_engine_bg.js': { ...bindings, ...detachedTimers(bindings) } };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}

/** The engine never clears its time-outs of ten seconds; detached, they keep no process from its end. */
function detachedTimers(bindings: typeof Bindings) {
  const starts = Object.entries(bindings).filter(([name]) => name.startsWith('__wbg_setTimeout_'));
  if (starts.length === 0) throw new Error('the schema engine starts its timers in another way');
  return Object.fromEntries(
    (starts as [string, (...parameters: unknown[]) => NodeJS.Timeout][]).map(([name, start]) => [
      name,
      (...parameters: unknown[]) => start(...parameters).unref(),
    ]),
  );
}
