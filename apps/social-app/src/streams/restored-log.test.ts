import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@triptych/postgres';
import { migrationsDir } from '../testing/test-app.js';
import { restoredLogContract } from './restored-log.contract.js';

const log = { info: () => {}, warn: () => {} };

/** By copies of the folder, as docs/operations.md has it. */
restoredLogContract(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-restored-'));
  const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')];
  return {
    async open() {
      const database = await openDatabase({ dataDir, applicationName: 'test', migrationsDir, log });
      await database.prepare();
      return database;
    },
    backUp: () => cp(dataDir, copy, { recursive: true }),
    async restore() {
      await rm(dataDir, { recursive: true });
      await cp(copy, dataDir, { recursive: true });
    },
    drop: () => rm(folder, { recursive: true }),
  };
});
