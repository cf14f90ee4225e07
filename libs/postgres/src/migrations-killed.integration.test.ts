import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, type Database } from './database.js';
import {
  compareWithHistory,
  migrationsDir,
  startMigrator,
  strikes,
  untilGone,
} from './testing/migration-kills.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

// By hand: KILL_ROUNDS=200, or 576 for every statement, phase and way.
const rounds = Number(process.env['KILL_ROUNDS'] ?? 6);
const all = ['table', 'slow', 'index', 'column'];

describe('a migration of PostgreSQL', () => {
  let server: TestDatabase;
  let database: Database;
  let lines: string[];
  const log = {
    info: (_facts: object, message: string) => void lines.push(message),
    warn: (_facts: object, message: string) => void lines.push(message),
  };

  beforeAll(async () => {
    server = await createTestDatabase(process.env['TEST_DATABASE_URL']);
    const options = {
      url: server.url,
      dataDir: '',
      applicationName: 'rescuer',
      migrationsDir,
      log,
    };
    database = await openDatabase(options);
  });
  beforeEach(async () => {
    lines = [];
    await database.query('DROP SCHEMA public CASCADE');
    await database.query('CREATE SCHEMA public');
  });
  afterAll(async () => {
    await database.close();
    await server.drop();
  });

  const session = () => ({ query: database.query, script: async () => {} });

  it.each(strikes(['SIGKILL', 'SIGTERM', 'terminate', 'SIGSTOP'], rounds))(
    'is whole or absent, and goes on, after $way $phase statement $statement',
    async (strike) => {
      const migrator = startMigrator({ url: server.url }, strike);
      await migrator.struck;
      if (strike.way === 'SIGSTOP') {
        // Either the frozen one holds the lock, and the other waits for it, or all is done without it.
        let isDone = false;
        const other = database.migrate().finally(() => (isDone = true));
        while (!isDone && !lines.some((line) => line.includes('migrator (pid'))) await pause(20);
        migrator.resume();
        await migrator.exited;
        await other;
        expect(migrator.errors()).toBe('');
      } else {
        await migrator.exited;
        await untilGone(session());
        const { said, there } = await compareWithHistory(session());
        expect(there).toEqual(said);
        await database.migrate();
      }
      const { names, said, there } = await compareWithHistory(session());
      expect([names.sort(), there]).toEqual([[...all].sort(), said]);
      await database.probe();
    },
  );
});
