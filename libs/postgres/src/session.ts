import type pg from 'pg';
import type { ConnectionPool } from './connection-pool.js';

/** What a migration, and every other statement outside of Prisma, needs of either kind of database. */
export interface Session {
  /** One statement with `$1` parameters. `int8` and `numeric` values arrive as strings. */
  query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Many statements in one simple query: all of them take effect, or none. */
  script(sql: string): Promise<void>;
}

export function sessionOn(client: pg.ClientBase): Session {
  return {
    query: async (sql, params = []) => (await client.query<never>(sql, [...params])).rows,
    script: async (sql) => void (await client.query(sql)),
  };
}

/** Each statement on a connection of the pool. */
export function sessionOnAny(pool: ConnectionPool): Session {
  const onOne = async <Result>(work: (session: Session) => Promise<Result>) => {
    const client = await pool.connectAny();
    let error: Error | undefined;
    try {
      return await work(sessionOn(client));
    } catch (caught) {
      error = caught as Error;
      throw caught;
    } finally {
      client.release(error);
    }
  };
  return {
    query: (sql, params) => onOne((session) => session.query(sql, params)),
    script: (sql) => onOne((session) => session.script(sql)),
  };
}

/** A connection that migrations have to themselves, without a time limit for a statement. */
export interface MigrationSession extends Session {
  /** SQL that is run at the begin of each transaction. */
  readonly settings: string;
  /**
   * Another connection, for the statements that refuse to run in a transaction. Absent where nobody else can be
   * connected: there the ordinary form of such a statement disturbs nobody.
   */
  readonly beside?: <T>(work: (session: Session) => Promise<T>) => Promise<T>;
}

export type WithMigrationSession = <T>(
  work: (session: MigrationSession) => Promise<T>,
) => Promise<T>;

/** Commits what `work` did, or rolls it back when it rejects. The session must be in no transaction, and shared with nobody. */
export async function inTransaction<T>(session: Session, begin: string, work: () => Promise<T>) {
  await session.script(begin);
  try {
    const result = await work();
    await session.script('COMMIT');
    return result;
  } catch (error) {
    // Fails only with the connection, which ends the transaction, too.
    await session.script('ROLLBACK').catch(() => {});
    throw error;
  }
}
