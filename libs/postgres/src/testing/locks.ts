import pg from 'pg';

/** A connection of a test's own, on which a transaction can be held open while others wait for its locks. */
export interface LockSession {
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Resolves once a statement that contains this text waits for a lock of this session. */
  untilBlocking(text: string): Promise<void>;
  /** Ends the connection, and with it what it has begun. */
  end(): Promise<void>;
}

export async function openLockSession(connectionString: string): Promise<LockSession> {
  const [holder, watcher] = [new pg.Client(connectionString), new pg.Client(connectionString)];
  await Promise.all([holder.connect(), watcher.connect()]);
  const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const blocked = `SELECT FROM pg_stat_activity
    WHERE $1::int = ANY (pg_blocking_pids(pid)) AND position($2 IN query) > 0`;
  return {
    query: async (sql, values = []) => (await holder.query<never>(sql, [...values])).rows,
    async untilBlocking(text) {
      for (;;) {
        const waiting = await watcher.query(blocked, [rows[0]!.pid, text]);
        if (waiting.rowCount !== 0) return;
      }
    },
    end: async () => void (await Promise.all([holder.end(), watcher.end()])),
  };
}
