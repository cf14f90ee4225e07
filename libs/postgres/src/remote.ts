import { PrismaPg } from '@prisma/adapter-pg';
import { isTracing } from '@triptych/tracing';
import pg from 'pg';
import type { DatabaseLog, Statement } from './database.js';
import { createMigrationSession } from './remote-migrations.js';
import { sessionOn } from './session.js';
import { createTracedPool } from './tracing.js';

const second = 1000;

export interface RemoteOptions {
  readonly url: string;
  readonly applicationName: string;
  /** Milliseconds that one statement may take. */
  readonly timeoutMs: number;
  readonly preferIndexes: boolean;
  readonly log: DatabaseLog;
}

/** A pool to a PostgreSQL server. It connects on first use: a server that is away fails the query, not the start. */
export function openRemote(options: RemoteOptions) {
  const { url, applicationName, timeoutMs, preferIndexes, log } = options;
  const createPool = isTracing()
    ? createTracedPool
    : (settings: pg.PoolConfig) => new pg.Pool(settings);
  const pool = createPool({
    ...poolOptions(url, applicationName, preferIndexes ? indexesFirst : []),
    max: 10,
    connectionTimeoutMillis: timeoutMs / 2,
    idleTimeoutMillis: 30 * second,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * second,
    statement_timeout: timeoutMs,
    // Later than the limit of the server itself, for a server that no longer responds at all.
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
    withMigrationSession: createMigrationSession(poolOptions(url, applicationName)),
    close: () => pool.end(),
  };
}

// With `enable_seqscan` off, an unavoidable scan is priced so high that `jit` would compile every such statement.
const indexesFirst = ['-c enable_seqscan=off', '-c jit=off'];

/**
 * Times must be exchanged in UTC: the Prisma adapter stores them shifted when the server has another zone. Options in
 * the address override `settings`.
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

/** An empty name, which the generator returns beyond its limit, means the unnamed statement. */
function preparedOn(pool: pg.Pool, nameOf: (query: { readonly sql: string }) => string) {
  return async <Row>({ text, values }: Statement): Promise<Row[]> => {
    const name = nameOf({ sql: text });
    return (await pool.query<never>({ name, text, values: [...values] })).rows;
  };
}

const maxStatementNames = 500;

/**
 * Names for Prisma's statements, so that PostgreSQL plans each once for a connection: a large one costs more to
 * plan than to run. Texts that vary without end (lists of different lengths) must not fill the memory of the server:
 * after the first 500 the rest stay unnamed. Behind PgBouncer this needs 1.21 or session pooling.
 */
export function createStatementNames(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= maxStatementNames) return known ?? '';
    const name = `triptych_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

function codeOf(error: Error): string {
  return (error as { code?: string }).code ?? error.name;
}
