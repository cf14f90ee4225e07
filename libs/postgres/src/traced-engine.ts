import type { Transaction } from '@electric-sql/pglite';
import type { Engine } from './embedded-adapter.js';
import { inStatementSpan } from './statement-spans.js';

/** The embedded database with a span for each statement, as long as it runs: waiting for others is not in it. */
export function tracedEngine(engine: Engine): Engine {
  return {
    ...traced(engine),
    transaction: (work) => engine.transaction((tx) => work(tracedTransaction(tx))),
  };
}

function traced(target: Pick<Engine, 'query' | 'exec'>): Pick<Engine, 'query' | 'exec'> {
  return {
    query: (...args) => inStatementSpan(args[0], () => target.query(...args)),
    exec: (...args) => inStatementSpan(args[0], () => target.exec(...args)),
  };
}

function tracedTransaction(transaction: Transaction): Transaction {
  const own: Partial<Transaction> = traced(transaction);
  return new Proxy(transaction, {
    get: (target, key): unknown => Reflect.get(key in own ? own : target, key),
  });
}
