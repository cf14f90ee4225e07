import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite, type PGliteOptions, type Transaction } from '@electric-sql/pglite';
import { isTracing } from '@triptych/tracing';
import type { DatabaseLog, Statement } from './database.js';
import { createEmbeddedAdapter, type Engine } from './embedded-adapter.js';
import { EmbeddedDatabaseError, prepareFolder } from './embedded-folder.js';
import { describeFolderFault, inFolder } from './folder-faults.js';
import { lockFolder } from './folder-lock.js';
import type { MigrationSession, Session, WithMigrationSession } from './session.js';
import { createStatementFaultLog } from './statement-faults.js';
import { tracedEngine } from './tracing.js';

// `pg` returns int8 as a string, because a number cannot hold all of its values.
const parsers = { 20: (text: string) => text };
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/**
 * PostgreSQL inside this process, in a folder that this process alone may open.
 *
 * @throws FolderInUseError when another live process owns it; DependencyFault when the file system is at fault;
 * EmbeddedDatabaseError when it cannot be opened
 */
export const openEmbedded = (folder: string, log: DatabaseLog) => inFolder(openIn(folder, log));

async function openIn(folder: string, log: DatabaseLog) {
  const lock = await lockFolder(folder);
  try {
    const dataDir = await prepareFolder(folder, layOut, log);
    const onFault = createStatementFaultLog(log);
    const embedded = await startEmbedded({ dataDir }, onFault).catch((error: unknown) => {
      throw (
        describeFolderFault(error) ??
        new EmbeddedDatabaseError(
          `the embedded database in ${dataDir} cannot be opened; restore a back-up, or remove the folder to begin anew`,
          { cause: error },
        )
      );
    });
    return { ...embedded, close: () => embedded.close().finally(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function layOut(dataDir: string): Promise<void> {
  await (await PGlite.create({ startParams, dataDir })).close();
}

/** Starts PGlite with the measured settings; without `dataDir` it lives in memory. */
export async function startEmbedded(
  options: PGliteOptions,
  onFault: (error: unknown) => void = () => {},
) {
  const engine = await PGlite.create({ startParams, ...options });
  const mutex = createMutex();
  const traced = isTracing() ? tracedEngine(engine) : engine;
  const statements = serialized(traced, mutex, onFault);
  const session = sessionOn(statements);
  // The mutex is held as a whole, so that no other statement comes in between. Nobody else can lock a table.
  const migrationSession: MigrationSession = { ...sessionOn(traced), settings: '' };
  return {
    engine,
    session,
    // PGlite keeps no plan beyond its statement, so there is nothing to prepare.
    prepared: <Row>({ text, values }: Statement) => session.query<Row>(text, values),
    adapter: createEmbeddedAdapter(statements),
    withMigrationSession: ((work) =>
      mutex(() => work(migrationSession))) satisfies WithMigrationSession,
    close: () => mutex(() => engine.close()),
  };
}

function sessionOn(engine: Pick<Engine, 'query' | 'exec'>): Session {
  return {
    query: async (sql, params = []) => {
      const { rows } = await engine.query(sql, [...params], { parsers });
      return rows as never[];
    },
    script: async (sql) => void (await engine.exec(sql)),
  };
}

type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs work one after another, with a turn of the event loop after each. PGlite settles its promises in microtasks:
 * without that turn, queued statements would keep timers and sockets waiting until the queue is empty.
 */
function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = tail.then(work);
    tail = result.then(
      () => nextTurn(),
      () => nextTurn(),
    );
    return result;
  };
}

function serialized(engine: Engine, mutex: Mutex, onFault: (error: unknown) => void): Engine {
  const reported = <T>(result: Promise<T>) =>
    result.catch((error: unknown) => {
      onFault(error);
      throw error;
    });
  return {
    query: (...args) => mutex(() => reported(engine.query(...args))),
    exec: (...args) => mutex(() => reported(engine.exec(...args))),
    transaction: (work) => mutex(() => engine.transaction((tx) => work(yielding(tx, reported)))),
  };
}

/** A transaction holds the mutex as a whole; each of its statements still yields to the event loop. */
function yielding(transaction: Transaction, reported: <T>(result: Promise<T>) => Promise<T>) {
  const query: Transaction['query'] = (...args) =>
    reported(transaction.query(...args) as Promise<never>).finally(() => nextTurn());
  return new Proxy(transaction, {
    get: (target, key): unknown => (key === 'query' ? query : Reflect.get(target, key)),
  });
}
