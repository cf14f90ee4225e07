import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { sqlState } from './database-errors.js';
import { describeDatabaseFault } from './database-faults.js';
import { openEmbedded } from './embedded.js';
import { describeFolderFault } from './folder-faults.js';
import { type Migration, MigrationError, readMigrations } from './migration-files.js';
import { type Resolution, resolveAll, resolveMigration } from './migration-resolve.js';
import { assertUpToDate, migrationReport } from './migration-status.js';
import { migrate, migrationState } from './migrations.js';
import { assertUsable } from './readiness.js';
import { openRemote } from './remote.js';
import type { MigrationSession, Session, WithMigrationSession } from './session.js';

/** The part of a pino logger that is used. Nothing logged here holds data of a row. */
export interface DatabaseLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

export interface OpenOptions {
  /** `postgres://…`; without it an embedded database in `dataDir` is used. */
  readonly url?: string | undefined;
  readonly dataDir: string;
  /** How the connections are named in `pg_stat_activity`. */
  readonly applicationName: string;
  /**
   * Milliseconds after which a statement or a transaction on a server fails, the wait for a connection included; default
   * 10,000.
   */
  readonly timeoutMs?: number | undefined;
  /** For commands: a transaction may take as long as it needs, as long as each of its statements is in time. */
  readonly longTransactions?: boolean | undefined;
  /**
   * Plans every statement as for large tables. A prepared statement keeps the plan of its first moments: one made while
   * the tables were small reads them whole when they have grown, until statistics come in. Only for a service
   * whose statements all have an index.
   */
  readonly preferIndexes?: boolean | undefined;
  /** Tables that the service reads and inserts into alone: it is ready without the right to change their rows. */
  readonly appendOnly?: readonly string[] | undefined;
  /** A `prisma/migrations` folder. */
  readonly migrationsDir: string | URL;
  readonly log: DatabaseLog;
}

export type Database = ReturnType<typeof toDatabase>;

/** A statement with `$1` parameters, as `Prisma.sql` composes it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Of the pool to a server: how many connections are open, idle of these, waited for, and allowed. */
export interface ConnectionCounts {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly most: number;
}

/** What both kinds of database offer once they are open. */
export interface Driver {
  readonly kind: 'embedded' | 'postgresql';
  readonly session: Session;
  readonly prepared: <Row>(statement: Statement, signal?: AbortSignal) => Promise<Row[]>;
  readonly adapter: SqlMigrationAwareDriverAdapterFactory;
  readonly withMigrationSession: WithMigrationSession;
  /** Milliseconds that Prisma's transactions may wait for a connection, and take. */
  readonly transactionLimits?: { readonly maxWait: number; readonly timeout: number };
  readonly connections?: () => ConnectionCounts;
  close(): Promise<void>;
}

/**
 * Opens the database of a service: the PostgreSQL server of `url`, or else PGlite inside this process.
 *
 * @throws FolderInUseError when another live process owns the embedded database.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const migrations = await readMigrations(options.migrationsDir);
  return toDatabase(await open(options), migrations, options.log, options.appendOnly);
}

async function open(options: OpenOptions): Promise<Driver> {
  const { url, dataDir, applicationName, timeoutMs = 10_000, log } = options;
  const { longTransactions = false, preferIndexes = false } = options;
  if (url !== undefined) {
    const limits = { timeoutMs, longTransactions };
    return {
      kind: 'postgresql',
      ...openRemote({ url, applicationName, ...limits, preferIndexes, log }),
    };
  }
  return { kind: 'embedded', ...(await openEmbedded(dataDir, log)) };
}

export function toDatabase(
  driver: Driver,
  migrations: readonly Migration[],
  log: DatabaseLog,
  appendOnly: readonly string[] = [],
) {
  const { kind, session } = driver;
  let upToDate = false;
  const pendingMigrations = async () =>
    (await migrationState(session, migrations)).pending.map(({ name }) => name);
  const bringUpToDate = async () => {
    const names = await explained(kind, () =>
      driver.withMigrationSession(async (held) => {
        if (kind === 'embedded') await healHistory(held, migrations, log);
        return migrate(held, migrations, log);
      }),
    );
    if (names.length > 0) log.info({ migrations: names }, 'database migrated');
    return names;
  };
  return {
    kind,
    /** Options for `new PrismaClient(...)`: the adapter, transaction time limits, and errors without row data. */
    clientOptions: {
      adapter: driver.adapter,
      errorFormat: 'minimal' as const,
      transactionOptions: driver.transactionLimits ?? embeddedTransactionLimits,
    },
    /**
     * For the start of a service: migrates an embedded database. A PostgreSQL server may be away or lack migrations; it is
     * `probe` that tells.
     */
    prepare: async (): Promise<void> => {
      if (kind === 'embedded') await bringUpToDate();
    },
    /** Applies the missing migrations, oldest first, and returns their names. Safe to run in several processes. */
    migrate: bringUpToDate,
    pendingMigrations,
    /** The history, and who migrates now. */
    migrationReport: () => explained(kind, () => migrationReport(session, migrations)),
    /** Settles an interrupted migration; see `resolveMigration`. */
    resolveMigration: (name: string, claim?: Resolution) =>
      explained(kind, () =>
        driver.withMigrationSession((held) => resolveMigration(held, migrations, name, claim)),
      ),
    /**
     * One cheap query, and whatever else the service needs of the database.
     *
     * @throws DependencyFault while the server is away or read-only, or lacks migrations or rights
     */
    probe: async (further?: () => Promise<void>): Promise<void> => {
      try {
        const { incomplete } = await assertUsable(session, migrations, appendOnly);
        if (!upToDate || incomplete) await assertUpToDate(session, migrations);
        upToDate = true;
        await further?.();
      } catch (error) {
        throw describeDatabaseFault(error);
      }
    },
    /** One statement with `$1` parameters, outside of Prisma but on the same pool or embedded session. */
    query: <Row>(sql: string, params?: readonly unknown[]) => session.query<Row>(sql, params),
    /**
     * The same for a statement that is sent often: a server plans it once for each connection, and Prisma's client would
     * cost several times as much.
     *
     * @param signal asks the server to cancel the statement; the reply still says whether it was
     */
    prepared: <Row>(statement: Statement, signal?: AbortSignal) =>
      driver.prepared<Row>(statement, signal),
    /** Undefined for an embedded database. */
    connections: driver.connections,
    close: once(() => driver.close()),
  };
}

/** What ends a command, or a start, as readiness would tell it: the texts of drivers name hosts, roles and databases. */
async function explained<T>(kind: Driver['kind'], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    const fault =
      (kind === 'embedded' && describeFolderFault(error)) || describeDatabaseFault(error);
    // What no server has said may be a fault of our own: its frames tell where.
    throw fault.reason === 'unknown' && sqlState(error) === undefined ? error : fault;
  }
}

// They wait for each other in one queue; a server runs them side by side.
const embeddedTransactionLimits = { maxWait: 20_000, timeout: 20_000 };

/** What a former release left behind when it was interrupted. */
async function healHistory(
  held: MigrationSession,
  migrations: readonly Migration[],
  log: DatabaseLog,
): Promise<void> {
  for (const resolved of await resolveAll(held, migrations)) {
    log.warn(resolved, 'an interrupted migration was resolved');
  }
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}
