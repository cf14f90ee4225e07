import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  /** `postgres://…` of a new, empty database. */
  readonly url: string;
  /** Ends its connections and removes it. */
  drop: () => Promise<void>;
}

/**
 * Creates a database named `triptych_test_*` on the server of `adminUrl` (normally `TEST_DATABASE_URL`).
 *
 * @throws when `adminUrl` is missing: an integration test fails without its server, it is never skipped.
 */
export async function createTestDatabase(adminUrl: string | undefined): Promise<TestDatabase> {
  if (adminUrl === undefined || adminUrl === '') {
    throw new Error('set TEST_DATABASE_URL to an admin URL of a PostgreSQL server for tests');
  }
  const name = `triptych_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, `CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
