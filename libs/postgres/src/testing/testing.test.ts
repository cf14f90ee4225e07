import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrations } from '../migration-files.js';
import { createEngine, toMigrationList } from './schema-drift.js';
import { createEmbeddedTestDatabase, createTestDatabase, schemaDrift } from './index.js';

const schema = new URL('./fixtures/schema.prisma', import.meta.url);
const migrationsDir = fileURLToPath(new URL('./fixtures/migrations', import.meta.url));

describe('schemaDrift', () => {
  it('is empty while the migrations lead to the schema, and else the missing SQL', async () => {
    expect(await schemaDrift(schema, migrationsDir)).toBe('');
    const copy = await mkdtemp(join(tmpdir(), 'drift-'));
    await cp(migrationsDir, copy, { recursive: true });
    await writeFile(join(copy, '20261102000000_second', 'migration.sql'), 'SELECT 1;');
    expect(await schemaDrift(schema, copy)).toContain('ALTER TABLE "notes" ADD COLUMN');
    await rm(copy, { recursive: true });
  });
});

describe('the history our migrations leave', () => {
  it('is read by the schema engine of Prisma as its own, with nothing edited, failed or missing', async () => {
    const database = await createEmbeddedTestDatabase(migrationsDir);
    const connect = () => database.clientOptions.adapter.connect();
    const factory = { ...database.clientOptions.adapter, connect, connectToShadowDb: connect };
    const content = await readFile(schema, 'utf8');
    const engine = await createEngine(factory, ['schema.prisma', content]);
    const filters = { externalTables: [], externalEnums: [] };
    const migrationsList = toMigrationList(await readMigrations(migrationsDir));
    const diagnosis = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters,
    });
    expect(diagnosis).toMatchObject({
      history: null,
      failedMigrationNames: [],
      editedMigrationNames: [],
      hasMigrationsTable: true,
    });

    // And what Prisma applies is read by ours.
    const folder = await mkdtemp(join(tmpdir(), 'prisma-'));
    await cp(migrationsDir, folder, { recursive: true });
    await mkdir(join(folder, '20261103000000_third'));
    await writeFile(join(folder, '20261103000000_third', 'migration.sql'), 'CREATE TABLE t ();');
    const more = toMigrationList(await readMigrations(folder));
    const applied = await engine.applyMigrations({ migrationsList: more, filters });
    expect(applied.appliedMigrationNames).toEqual(['20261103000000_third']);
    const { upToDate, lines } = await database.migrationReport();
    expect(upToDate).toBe(true);
    expect(lines).toContainEqual(expect.stringMatching(/^applied +20261103000000_third .*newer/));
    engine.free();
    await rm(folder, { recursive: true });
    await database.close();
  });
});

describe('createEmbeddedTestDatabase', () => {
  it('is migrated, and empty again after a reset', async () => {
    const database = await createEmbeddedTestDatabase(migrationsDir);
    await database.probe();
    await database.query(`INSERT INTO notes (slug) VALUES ('a')`);
    await database.reset();
    expect(await database.query('SELECT * FROM notes')).toEqual([]);
    await database.probe();
    await database.close();
  });
});

describe('createTestDatabase', () => {
  it.each([undefined, ''])('fails without a server to use: %p', async (url) => {
    await expect(createTestDatabase(url)).rejects.toThrow('TEST_DATABASE_URL');
  });
});
