import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from './database.js';
import { openEmbedded } from './embedded.js';
import {
  compareWithHistory,
  migrationsDir,
  startMigrator,
  strikes,
} from './testing/migration-kills.js';

// By hand: KILL_ROUNDS=200, or 288 for every statement, phase and signal.
const rounds = Number(process.env['KILL_ROUNDS'] ?? 4);
const log = { info: () => {}, warn: () => {} };

describe('a migration of the embedded database', () => {
  let laidOut: string;
  let folder: string;
  beforeAll(async () => {
    laidOut = await mkdtemp(join(tmpdir(), 'laid-out-'));
    await (await openEmbedded(laidOut, log)).close();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'killed-'));
    await cp(laidOut, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));
  afterAll(() => rm(laidOut, { recursive: true }));

  it.each(strikes(['SIGKILL', 'SIGTERM'], rounds))(
    'is whole or absent, and goes on, after $way $phase statement $statement',
    async (strike) => {
      await startMigrator({ folder }, strike).exited;
      const before = await openEmbedded(folder, log);
      const { said, there } = await compareWithHistory(before.session);
      await before.close();
      expect(there).toEqual(said);
      const options = { dataDir: folder, applicationName: 'test', migrationsDir, log };
      const database = await openDatabase(options);
      await database.prepare();
      await database.probe();
      const after = await compareWithHistory({ query: database.query, script: async () => {} });
      await database.close();
      expect(after.names).toHaveLength(4);
      expect(after.there).toEqual(after.said);
    },
  );
});
