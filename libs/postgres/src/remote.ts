import { PrismaPg } from '@prisma/adapter-pg';
import { isTracing } from '@triptych/tracing';
import pg from 'pg';
import type { DatabaseLog } from './database.js';
import type { ExclusiveRun, Session } from './session.js';
import { createStatementNames } from './statement-names.js';
import { tracedPool } from './traced-pool.js';

const second = 1000;
// The number Prisma's own migration engine locks, so that either tool waits for the other.
const migrationLock = 72707369;

export interface RemoteOptions {
  readonly url: string;
  readonly applicationName: string;
  /** Milliseconds one statement may take. */
  readonly timeoutMs: number;
  readonly preferIndexes: boolean;
  readonly log: DatabaseLog;
}

/** A pool to a PostgreSQL server. It connects on first use: a server that is away fails the query, not the start. */
export function openRemote(options: RemoteOptions) {
  const { url, applicationName, timeoutMs, preferIndexes, log } = options;
  const createPool = isTracing() ? tracedPool : (settings: pg.PoolConfig) => new pg.Pool(settings);
  const pool = createPool({
    ...poolOptions(url, applicationName, preferIndexes ? indexesFirst : []),
    max: 10,
    connectionTimeoutMillis: timeoutMs / 2,
    idleTimeoutMillis: 30 * second,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * second,
    statement_timeout: timeoutMs,
    // Behind the server's own limit, for a server that no longer answers at all.
    query_timeout: timeoutMs * 1.5,
    lock_timeout: timeoutMs / 2,
    idle_in_transaction_session_timeout: timeoutMs * 1.5,
  });
  // Without a listener, a server that ends an idle connection would end this process.
  pool.on('error', (error) =>
    log.warn({ code: codeOf(error) }, 'lost an idle database connection'),
  );
  const statementNameGenerator = createStatementNames();
  return {
    session: sessionOn(pool),
    prepared: preparedOn(pool, statementNameGenerator),
    adapter: new PrismaPg(pool, { onConnectionError: () => {}, statementNameGenerator }),
    exclusively: exclusively(pool),
    close: () => pool.end(),
  };
}

// What an unavoidable sequential scan is said to cost would have every such statement compiled.
const indexesFirst = ['-c enable_seqscan=off', '-c jit=off'];

/**
 * Times must be exchanged in UTC: the Prisma adapter stores them shifted when the server's zone is another. Other
 * `settings` give way to those in the address.
 */
export function poolOptions(
  url: string,
  applicationName: string,
  settings: readonly string[] = [],
): pg.PoolConfig {
  const address = new URL(url);
  const options = [...settings, address.searchParams.get('options'), '-c TimeZone=UTC']
    .filter(Boolean)
    .join(' ');
  address.searchParams.set('options', options);
  if (!address.searchParams.has('application_name')) {
    address.searchParams.set('application_name', applicationName);
  }
  return { connectionString: address.href };
}

function sessionOn(target: pg.Pool | pg.PoolClient): Session {
  return {
    query: async (sql, params = []) => {
      const { rows } = await target.query<never>(sql, [...params]);
      return rows;
    },
    script: async (sql) => void (await target.query(sql)),
  };
}

/** An empty name, which is what the generator gives beyond its limit, is the unnamed statement. */
function preparedOn(pool: pg.Pool, nameOf: (query: { readonly sql: string }) => string) {
  return async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const { rows } = await pool.query<never>({
      name: nameOf({ sql: text }),
      text,
      values: [...values],
    });
    return rows;
  };
}

function exclusively(pool: pg.Pool): ExclusiveRun {
  return async (work) => {
    const client = await pool.connect();
    const patient = (text: string) => client.query({ text, query_timeout: 0 } as pg.QueryConfig);
    try {
      // A migration may take as long as it needs, and so may the migrator before us.
      await patient('SET statement_timeout = 0; SET lock_timeout = 0');
      await patient(`SELECT pg_advisory_lock(${migrationLock})`);
      return await work({
        ...sessionOn(client),
        script: async (sql) => void (await patient(sql)),
      });
    } finally {
      // Ending the connection gives the lock back and forgets the settings, whatever happened.
      client.release(true);
    }
  };
}

function codeOf(error: Error): string {
  return (error as { code?: string }).code ?? error.name;
}
