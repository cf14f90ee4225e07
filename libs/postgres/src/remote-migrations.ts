import type pg from 'pg';
import { MigrationError } from './migration-files.js';
import { sessionOn, type WithMigrationSession } from './session.js';

/**
 * Others queue behind a statement that waits for a lock, so a migration waits briefly, and tries again. A script itself
 * may take its time; the server looks now and then whether its client still lives, and ends it otherwise (not every
 * system can).
 */
const settings = `
  SET LOCAL lock_timeout = '1s';
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL TimeZone = 'UTC';
  DO $$ BEGIN SET LOCAL client_connection_check_interval = '2s'; EXCEPTION WHEN OTHERS THEN NULL; END $$`;

/**
 * Connections for migrations alone: the pool's have time limits, and `pg` offers no way to lift the client's for a
 * single query. All settings are the transaction's own, so that PgBouncer cannot pass them to others.
 */
export function createMigrationSession(connect: () => Promise<pg.Client>): WithMigrationSession {
  const connected = async <T>(work: (client: pg.Client) => Promise<T>) => {
    const client = await connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  };
  const beside: NonNullable<Parameters<Parameters<WithMigrationSession>[0]>[0]['beside']> = (
    work,
  ) =>
    connected(async (client) => {
      await assertDirect(client);
      // Such a statement locks nobody out while it waits.
      await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
      return work(sessionOn(client));
    });
  return (work) => connected((client) => work({ ...sessionOn(client), settings, beside }));
}

/** A pooler reports a process id of its own, and passes what is set outside of a transaction to others. */
async function assertDirect(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  if (rows[0]?.pid === (client as unknown as { processID: number }).processID) return;
  throw new MigrationError(
    'a migration that runs outside of a transaction needs the server itself, and this is a pooler; ' +
      'set MIGRATE_DATABASE_URL',
  );
}
