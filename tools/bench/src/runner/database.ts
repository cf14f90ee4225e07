import { openDatabase } from '@triptych/postgres';
import { createTestDatabase } from '@triptych/postgres/testing';

const log = { info: () => {}, warn: () => {} };
const hour = 3_600_000;

/** An empty database of the benchmark's own, with the tables of a service. Filling it may take minutes. */
export async function createDatabase(service: string) {
  const adminUrl = process.env['BENCH_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'];
  const { url, drop } = await createTestDatabase(adminUrl);
  const migrationsDir = new URL(`../../../../apps/${service}/prisma/migrations/`, import.meta.url);
  const settings = { dataDir: 'unused', applicationName: 'bench', timeoutMs: hour };
  const database = await openDatabase({ url, migrationsDir, log, ...settings });
  await database.migrate();
  return {
    url,
    query: (sql: string, params: readonly unknown[] = []) => database.query(sql, params),
    async drop() {
      await database.close();
      await drop();
    },
  };
}

export type BenchDatabase = Awaited<ReturnType<typeof createDatabase>>;
