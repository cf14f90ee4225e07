import type { PGlite } from '@electric-sql/pglite';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';

/** The part of PGlite that statements go through. */
export type Engine = Pick<PGlite, 'query' | 'exec' | 'transaction'>;

/**
 * The stock Prisma adapter of PGlite without two of its faults: it reports a commit that failed as done, and it does
 * not wait for scripts.
 */
export function createEmbeddedAdapter(engine: Engine): SqlMigrationAwareDriverAdapterFactory {
  const stock = new PrismaPGlite(engine as PGlite);
  return {
    provider: stock.provider,
    adapterName: stock.adapterName,
    connect: async () => corrected(await stock.connect(), engine),
    connectToShadowDb: () => stock.connectToShadowDb(),
  };
}

function corrected(adapter: SqlDriverAdapter, engine: Engine): SqlDriverAdapter {
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
