import { type Database, openDatabase } from './database.js';
import { resolveContract } from './migration-resolve.contract.js';
import { type Fresh, migrationContract } from './migrations.contract.js';
import { createTestDatabase } from './testing/index.js';

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
});
