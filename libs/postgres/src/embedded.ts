import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite, type PGliteOptions, type Transaction } from '@electric-sql/pglite';
import { isTracing } from '@triptych/tracing';
import type { Statement } from './database.js';
import { createEmbeddedAdapter, type Engine } from './embedded-adapter.js';
import { lockFolder } from './folder-lock.js';
import type { Session, WithMigrationLock } from './migrations.js';
import { tracedEngine } from './tracing.js';

// `pg` returns int8 as a string, because a number cannot hold all of its values.
const parsers = { 20: (text: string) => text };
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** PostgreSQL inside this process, in a folder that this process alone may open. */
export async function openEmbedded(folder: string) {
  const lock = await lockFolder(folder);
  try {
    const embedded = await startEmbedded({ dataDir: join(folder, 'pgdata') });
    return { ...embedded, close: () => embedded.close().finally(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Starts PGlite with the measured settings; without `dataDir` it lives in memory. */
export async function startEmbedded(options: PGliteOptions) {
  const engine = await PGlite.create({ startParams, ...options });
  const statementMutex = createMutex();
  const migrationMutex = createMutex();
  const statements = serialized(isTracing() ? tracedEngine(engine) : engine, statementMutex);
  const session: Session = {
    query: async (sql, params = []) => {
      const { rows } = await statements.query(sql, [...params], { parsers });
      return rows as never[];
    },
    script: async (sql) => void (await statements.exec(sql)),
  };
  return {
    engine,
    session,
    // PGlite keeps no plan beyond its statement, so there is nothing to prepare.
    prepared: <Row>({ text, values }: Statement) => session.query<Row>(text, values),
    adapter: createEmbeddedAdapter(statements),
    withMigrationLock: ((work) => migrationMutex(() => work(session))) satisfies WithMigrationLock,
    close: () => statementMutex(() => engine.close()),
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

function serialized(engine: Engine, mutex: Mutex): Engine {
  return {
    query: (...args) => mutex(() => engine.query(...args)),
    exec: (...args) => mutex(() => engine.exec(...args)),
    transaction: (work) => mutex(() => engine.transaction((tx) => work(yielding(tx)))),
  };
}

/** A transaction holds the mutex as a whole; each of its statements still yields to the event loop. */
function yielding(transaction: Transaction): Transaction {
  const query: Transaction['query'] = async (...args) => {
    try {
      return await transaction.query(...args);
    } finally {
      await nextTurn();
    }
  };
  return new Proxy(transaction, {
    get: (target, key): unknown => (key === 'query' ? query : Reflect.get(target, key)),
  });
}
