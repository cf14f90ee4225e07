import { openDatabase, type Database } from '@triptych/postgres';
import { createPostgres } from '../testing/postgres-app.js';
import { migrationsDir } from '../testing/test-app.js';
import { restoredLogContract } from './restored-log.contract.js';

const log = { info: () => {}, warn: () => {} };
const open = (url: string): Promise<Database> =>
  openDatabase({ url, dataDir: 'unused', applicationName: 'test', migrationsDir, log });

/** The back-up is a copy of the database, made while nobody uses it. */
restoredLogContract(async () => {
  const { url, drop } = await createPostgres();
  const admin = await open(process.env['TEST_DATABASE_URL']!);
  const name = new URL(url).pathname.slice(1);
  const copy = async (from: string, to: string) => {
    await admin.query(`DROP DATABASE IF EXISTS ${to} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${to} TEMPLATE ${from}`);
  };
  return {
    open: () => open(url),
    backUp: () => copy(name, `${name}_copy`),
    restore: () => copy(`${name}_copy`, name),
    async drop() {
      await admin.query(`DROP DATABASE ${name}_copy WITH (FORCE)`);
      await admin.close();
      await drop();
    },
  };
});
