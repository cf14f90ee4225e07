import { setTimeout as pause } from 'node:timers/promises';
import { type LockSession, openLockSession } from '@triptych/postgres/testing';
import type { AlertFault } from './faults.js';
import { apiKey } from './services.js';

/** More than a replica has connections. */
const editors = 60;

/**
 * What happens to the database of user-service, by its name.
 *
 * @param url where the service is reached
 */
export function databaseAlerts(
  database: string,
  url: string,
): Readonly<Record<string, AlertFault>> {
  return { 'a table stays locked': locked(database), 'statements are slow': slow(database, url) };
}

function locked(database: string): AlertFault {
  let session: LockSession;
  return {
    alerts: ['RegistrationsFail', 'RequestsFail', 'RequestsFailSlowly'],
    async strike() {
      session = await openLockSession(database);
      await session.query('BEGIN');
      await session.query('LOCK TABLE users IN EXCLUSIVE MODE');
    },
    heal: () => session.end(),
  };
}

function slow(database: string, url: string): AlertFault {
  let isSlow = false;
  let editing: Promise<unknown>;
  const edit = async (n: number) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ Phone: `${n}` });
    while (isSlow) {
      const address = `${url}/users/slow-${n}@example.org`;
      await fetch(address, { method: 'PATCH', headers, body }).catch(() => null);
      await pause(50);
    }
  };
  const run = async (...statements: string[]) => {
    const session = await openLockSession(database);
    for (const statement of statements) await session.query(statement);
    await session.end();
  };
  return {
    alerts: ['StatementsWait', 'RequestsSlow', 'RequestsSlowSlowly'],
    async strike() {
      await run(
        `INSERT INTO users (id, email, full_name)
         SELECT gen_random_uuid(), 'slow-' || n || '@example.org', 'x' FROM generate_series(1, ${editors}) AS n`,
        `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN PERFORM pg_sleep(3); RETURN NEW; END $$`,
        'CREATE TRIGGER wait BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION wait()',
      );
      isSlow = true;
      editing = Promise.all(Array.from({ length: editors }, (_, n) => edit(n + 1)));
    },
    async heal() {
      isSlow = false;
      await editing;
      await run('DROP TRIGGER wait ON users', 'DROP FUNCTION wait');
    },
  };
}
