import { openDatabase } from '@triptych/postgres';
import { createTestDatabase } from '@triptych/postgres/testing';
import pg from 'pg';

const log = { info: () => {}, warn: () => {} };
const hour = 3_600_000;

/** What is filled once under this name and copied from then on, for a filling that takes minutes. */
export interface Template {
  /** Empty: nothing is kept. */
  readonly name: string;
  readonly fill: (database: BenchDatabase) => Promise<void>;
}

export const empty: Template = { name: '', fill: async () => {} };

/** A database of the benchmark's own, with the tables of a service. */
export async function createDatabase(service: string, { name, fill }: Template = empty) {
  const admin = new pg.Client(adminUrl());
  await admin.connect();
  const found = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  const isKept = found.rowCount === 1;
  if (name !== '' && !isKept) {
    const first = await open(service);
    await fill(first);
    await first.close();
    const own = new URL(first.url).pathname.slice(1);
    await admin.query(`ALTER DATABASE "${own}" RENAME TO "${name}"`);
  }
  await admin.end();
  // By files: WAL of gigabytes would slow down what is measured next.
  const copied = `TEMPLATE "${name}" STRATEGY FILE_COPY`;
  const database = await open(service, name === '' ? '' : copied);
  if (name === '') await fill(database);
  return database;
}

const adminUrl = () => process.env['BENCH_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'] ?? '';

async function open(service: string, copied = '') {
  const { url, drop } = await createTestDatabase(adminUrl(), copied);
  const migrationsDir = new URL(`../../../../apps/${service}/prisma/migrations/`, import.meta.url);
  const settings = { dataDir: 'unused', applicationName: 'bench', timeoutMs: hour };
  const database = await openDatabase({ url, migrationsDir, log, ...settings });
  await database.migrate();
  return {
    url,
    query: (sql: string, params: readonly unknown[] = []) => database.query(sql, params),
    close: () => database.close(),
    async drop() {
      await database.close();
      await drop();
    },
  };
}

export type BenchDatabase = Awaited<ReturnType<typeof open>>;
