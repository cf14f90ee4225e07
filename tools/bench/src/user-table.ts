import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';

export interface UserTable {
  readonly url: string;
  /** Fills it up to so many users, `user-0@…` and on, and lets PostgreSQL look at them. */
  growTo(rows: number): Promise<void>;
  drop(): Promise<void>;
}

/** A database of its own on the server of `adminUrl`, migrated by the service itself. */
export async function createUserTable(adminUrl: string, main: string): Promise<UserTable> {
  const name = `triptych_bench_${process.pid}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await query(adminUrl, `CREATE DATABASE ${name}`);
  const env = { PATH: process.env['PATH'], DATABASE_URL: url.href };
  await promisify(execFile)(process.execPath, [main, 'migrate'], { env });
  let filled = 0;
  return {
    url: url.href,
    async growTo(rows) {
      await query(
        url.href,
        `INSERT INTO users (id, email, full_name, phone, contact_address)
         SELECT gen_random_uuid(), 'user-' || n || '@example.org', 'Ann Lee', '+1 555 0100',
                '1 High St, Old Town'
         FROM generate_series(${filled}, ${rows - 1}) AS n`,
      );
      filled = rows;
      await query(url.href, 'VACUUM ANALYZE users');
    },
    drop: () => query(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function query(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
