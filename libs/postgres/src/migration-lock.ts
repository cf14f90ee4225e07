import type { Session } from './session.js';

// Prisma's migration engine locks the same number, so that either tool waits for the other.
const migrationLock = 72707369;

/**
 * Takes the lock of migrations until the end of the transaction: unlike a session's, it cannot outlive its owner in the
 * pool of a PgBouncer. It never waits, since CREATE INDEX CONCURRENTLY waits for everybody who waits with a snapshot.
 */
export async function tryMigrationLock(session: Session): Promise<boolean> {
  const [row] = await session.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${migrationLock}) AS locked`,
  );
  return row?.locked === true;
}

/** Another connection to the same database, as an operator finds it in `pg_stat_activity`. */
export interface OtherSession {
  readonly pid: number;
  readonly application: string | null;
  /** Null for a role that may not see it. */
  readonly state: string | null;
  /** Begin of its transaction, or else of the connection; null for a role that may not see it. */
  readonly since: string | null;
}

const columns = `pid, application_name AS application, state,
  to_json(coalesce(xact_start, backend_start))#>>'{}' AS since`;

/** Who migrates this database now. */
export function migratingSessions(session: Session): Promise<OtherSession[]> {
  return session.query<OtherSession>(
    `SELECT ${columns} FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = 0 AND objid = ${migrationLock} AND objsubid = 1 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND pid <> pg_backend_pid()`,
  );
}

/** Who holds locks on tables and indexes for longest, three at most: the likely reason why another lock is refused. */
export function longestLockHolders(session: Session): Promise<OtherSession[]> {
  return session.query<OtherSession>(
    `SELECT ${columns} FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND pid IN (
       SELECT l.pid FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
       WHERE l.granted AND l.locktype = 'relation' AND c.relnamespace = current_schema()::regnamespace
         AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
     ORDER BY xact_start LIMIT 3`,
  );
}

/** "user-service (pid 123, idle in transaction since …)" */
export function describeSessions(sessions: readonly OtherSession[]): string {
  const describe = ({ pid, application, state, since }: OtherSession) => {
    const when = since === null ? '' : ` since ${since}`;
    return `${application || 'an unnamed session'} (pid ${pid}, ${state ?? 'state unknown'}${when})`;
  };
  return sessions.map(describe).join(', ');
}
