import { PrismaPg } from '@prisma/adapter-pg';
import { isTracing } from '@triptych/tracing';
import type pg from 'pg';
import { parseAddress } from './address.js';
import { ConnectionPool } from './connection-pool.js';
import { Connection } from './connection.js';
import { describeDatabaseFault } from './database-faults.js';
import type { DatabaseLog } from './database.js';
import { connectPatiently } from './patient-connect.js';
import { preparedOn } from './prepared.js';
import { createMigrationSession } from './remote-migrations.js';
import { retryingAdapter } from './retry.js';
import { Servers } from './servers.js';
import { sessionOnAny } from './session.js';
import { createStatementFaultLog } from './statement-faults.js';
import { traceStatements } from './tracing.js';

export interface RemoteOptions {
  readonly url: string;
  readonly applicationName: string;
  /** Milliseconds that a statement or a transaction may take, the wait for a connection included. */
  readonly timeoutMs: number;
  /** Whether transactions may take longer than that, as long as each of their statements does not. */
  readonly longTransactions: boolean;
  readonly preferIndexes: boolean;
  readonly log: DatabaseLog;
}

/** A pool to a PostgreSQL server. It connects on first use: a server that is away fails the query, not the start. */
export function openRemote(options: RemoteOptions) {
  const { url, applicationName, timeoutMs, longTransactions, preferIndexes, log } = options;
  const address = parseAddress(url);
  const servers = new Servers({
    address,
    applicationName,
    settings: { ...timeLimits(timeoutMs), ...(preferIndexes && indexesFirst) },
    connectTimeoutMs: timeoutMs / 2 / address.hosts.length,
    onPooler: () =>
      log.info({}, 'a connection pooler is between: settings go with each transaction'),
    onRefusal: createStatementFaultLog(log),
  });
  const size = address.poolSize ?? 10;
  const pool = new ConnectionPool({ servers, size, timeoutMs, longTransactions });
  if (isTracing()) traceStatements(pool);
  // Without a listener, a server that ends an idle connection would end this process.
  pool.on('error', (error) => {
    const { reason, code } = describeDatabaseFault(error);
    log.warn({ reason, code }, 'lost an idle database connection');
  });
  const statementNameGenerator = createStatementNames();
  const { schema } = address;
  return {
    session: sessionOnAny(pool),
    prepared: preparedOn(pool, statementNameGenerator),
    adapter: retryingAdapter(
      new PrismaPg(pool, {
        onConnectionError: () => {},
        statementNameGenerator,
        ...(schema !== undefined && { schema }),
      }),
    ),
    withMigrationSession: createMigrationSession(() =>
      connectPatiently(() => connectTo(url, applicationName), log),
    ),
    transactionLimits: { maxWait: timeoutMs / 2, timeout: timeoutMs },
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waiting,
      most: size,
    }),
    close: () => pool.end(),
  };
}

/** The server's own limits, for the case that this process is no longer there to cancel anything. */
function timeLimits(timeoutMs: number): Record<string, string> {
  return {
    statement_timeout: `${timeoutMs}`,
    lock_timeout: `${Math.ceil(timeoutMs / 2)}`,
    // Others wait for the locks of a process that is frozen within a transaction.
    idle_in_transaction_session_timeout: `${Math.max(1000, Math.ceil(timeoutMs / 4))}`,
  };
}

// With `enable_seqscan` off, an unavoidable scan is priced so high that `jit` would compile every such statement. A merge
// join may walk the index of a whole table to find a single row, and a guess of many rows would wake other processes, which
// takes longer than to read the few that there are.
const indexesFirst = {
  enable_seqscan: 'off',
  enable_mergejoin: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
};

/**
 * One connection outside of a pool, without limits of time, for a migration: to the first of the hosts that will do, with
 * TLS and `schema` as the address says. Its owner ends it.
 */
export async function connectTo(url: string, applicationName: string): Promise<pg.Client> {
  const address = parseAddress(url);
  const connectTimeoutMs = 10_000;
  const keepAliveInitialDelayMillis = 10_000;
  const servers = new Servers({ address, applicationName, settings: {}, connectTimeoutMs });
  for (let left = servers.mostAttempts; ; left -= 1) {
    try {
      const connection = new Connection({ servers, keepAlive: true, keepAliveInitialDelayMillis });
      await (connection as pg.Client).connect();
      return connection;
    } catch (error) {
      if (left === 0 || !servers.isWorthAnother(error as Error)) throw error;
    }
  }
}

const maxStatementNames = 500;

/**
 * Names for Prisma's statements, so that PostgreSQL plans each once for a connection: a large one costs more to
 * plan than to run. Texts that vary without end (lists of different lengths) must not fill the memory of the server:
 * after the first 500 the rest stay unnamed.
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
