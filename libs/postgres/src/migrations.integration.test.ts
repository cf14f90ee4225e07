import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from './database.js';
import { resolveContract } from './migration-resolve.contract.js';
import { type Fresh, migrationContract } from './migrations.contract.js';
import { createTestDatabase } from './testing/index.js';

const fixture = fileURLToPath(new URL('./testing/fixtures/migrations', import.meta.url));
const log = { info: () => {}, warn: () => {} };

describe('migrations on PostgreSQL', () => {
  const createFresh = async (): Promise<Fresh> => {
    const { url, drop } = await createTestDatabase(process.env['TEST_DATABASE_URL']);
    const opened: Database[] = [];
    return {
      open: async (migrationsDir) => {
        const options = { url, dataDir: 'unused', applicationName: 'test', migrationsDir, log };
        const database = await openDatabase(options);
        opened.push(database);
        return database;
      },
      done: async () => {
        await Promise.all(opened.map((database) => database.close()));
        await drop();
      },
    };
  };
  describe('applied', () => migrationContract(createFresh));
  describe('left unfinished', () => resolveContract(createFresh));

  it('go no further than one that was left unfinished', async () => {
    const fresh = await createFresh();
    const database = await fresh.open(fixture);
    const [, second] = await database.migrate();
    const unfinish = 'UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1';
    await database.query(unfinish, [second]);
    await expect(database.migrate()).rejects.toThrow(`migration ${second} was interrupted`);
    await fresh.done();
  });
});
