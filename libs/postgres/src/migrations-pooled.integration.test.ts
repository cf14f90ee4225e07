import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from './database.js';
import { createTestDatabase, startPgBouncer } from './testing/index.js';
import { migrationsDir as marked } from './testing/migration-kills.js';

const plain = fileURLToPath(new URL('./testing/fixtures/migrations', import.meta.url));
const log = { info: () => {}, warn: () => {} };

describe.each(['session', 'transaction'] as const)(
  'migrations through PgBouncer in %s mode',
  (mode) => {
    let direct: Awaited<ReturnType<typeof createTestDatabase>>;
    let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
    const opened: Database[] = [];
    const open = async (url: string, migrationsDir: string) => {
      const database = await openDatabase({
        url,
        dataDir: '',
        applicationName: 't',
        migrationsDir,
        log,
      });
      opened.push(database);
      return database;
    };

    beforeEach(async () => {
      direct = await createTestDatabase(process.env['TEST_DATABASE_URL']);
      bouncer = await startPgBouncer(direct.url, { mode });
    });
    afterEach(async () => {
      for (const database of opened.splice(0)) await database.close();
      await bouncer.close();
      await direct.drop();
    });

    it('are applied once by several at a time, and leave no lock behind', async () => {
      const all = await Promise.all([1, 2, 3].map(() => open(bouncer.url, plain)));
      const applied = await Promise.all(all.map((database) => database.migrate()));
      expect(applied.flat()).toHaveLength(2);
      const observer = await open(direct.url, plain);
      const held = `SELECT FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      expect(await observer.query(held)).toEqual([]);
      await observer.probe();
      expect((await all[0]!.migrationReport()).upToDate).toBe(true);
    });

    it('refuse what needs the server itself, and say which variable names it', async () => {
      const pooled = await open(bouncer.url, marked);
      await expect(pooled.migrate()).rejects.toThrow('set MIGRATE_DATABASE_URL');
      const database = await open(direct.url, marked);
      expect(await database.migrate()).toEqual(['20261103000000_index', '20261104000000_column']);
      await pooled.probe();
    });
  },
);
