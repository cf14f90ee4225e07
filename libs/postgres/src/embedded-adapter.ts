import type { PGlite, Transaction as EngineTransaction } from '@electric-sql/pglite';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { Turnstile } from './turnstile.js';

/** The part of PGlite that statements go through. */
export type Engine = Pick<PGlite, 'query' | 'exec' | 'transaction'>;
type Queryable = Pick<EngineTransaction, 'query'>;

/**
 * The stock Prisma adapter of PGlite with three faults mended: it starves the event loop, it reports a commit
 * that failed as done, and it does not wait for scripts.
 */
export function embeddedAdapter(
  engine: Engine,
  oneAtATime: Turnstile,
): SqlMigrationAwareDriverAdapterFactory {
  const polite: Engine = {
    query: (...args) => oneAtATime(() => engine.query(...args)),
    exec: (...args) => oneAtATime(() => engine.exec(...args)),
    transaction: (work) => oneAtATime(() => engine.transaction((tx) => work(politely(tx)))),
  };
  const stock = new PrismaPGlite(polite as PGlite);
  return {
    provider: stock.provider,
    adapterName: stock.adapterName,
    connect: async () => mended(await stock.connect(), polite),
    connectToShadowDb: () => stock.connectToShadowDb(),
  };
}

function mended(adapter: SqlDriverAdapter, engine: Engine): SqlDriverAdapter {
  adapter.executeScript = async (script) => void (await engine.exec(script));
  adapter.startTransaction = () => startTransaction(engine);
  return adapter;
}

/** PGlite is one session, so every transaction is serial whatever isolation was asked for. */
async function startTransaction(engine: Engine) {
  let outcome: Promise<unknown> | undefined;
  const recording: Engine = {
    ...engine,
    transaction: (work) => {
      const running = engine.transaction(work);
      outcome = running;
      return running;
    },
  };
  const adapter = await new PrismaPGlite(recording as PGlite).connect();
  const transaction = await adapter.startTransaction();
  const commit = transaction.commit.bind(transaction);
  transaction.commit = async () => {
    await commit();
    await outcome;
  };
  return transaction;
}

/** Inside a transaction the turnstile is already held; each query still gives the event loop a turn. */
function politely(transaction: EngineTransaction): EngineTransaction {
  const query: Queryable['query'] = async (...args) => {
    try {
      return await transaction.query(...args);
    } finally {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return new Proxy(transaction, {
    get: (target, key): unknown => (key === 'query' ? query : Reflect.get(target, key)),
  });
}
