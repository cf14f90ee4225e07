import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  }, 60_000);
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
  }, 60_000);
});

describe('createTestDatabase', () => {
  it.each([undefined, ''])('fails without a server to use: %p', async (url) => {
    await expect(createTestDatabase(url)).rejects.toThrow('TEST_DATABASE_URL');
  });
});
