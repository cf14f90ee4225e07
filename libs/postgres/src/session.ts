/** What the rest of this library needs from either database: one place to send SQL to. */
export interface Session {
  /** One statement with `$1` parameters. `int8` and `numeric` values arrive as strings. */
  query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Many statements in one simple query: all of them take effect, or none. */
  script(sql: string): Promise<void>;
}

/** A session that only one migrator at a time holds. */
export type ExclusiveRun = <T>(work: (session: Session) => Promise<T>) => Promise<T>;
