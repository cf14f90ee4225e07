import type { Transaction } from '@electric-sql/pglite';
import { endSpan, startSpan } from '@triptych/tracing';
import type pg from 'pg';
import type { Engine } from './embedded-adapter.js';

// One span for each statement. It holds the text of the statement and never its values (ADR 0018).

type Query = (...parameters: unknown[]) => unknown;

/** Gives each statement of a pool a span. */
export function traceStatements(pool: pg.Pool): void {
  pool.query = tracedQuery(pool.query.bind(pool)) as typeof pool.query;
  // A call with a callback on a client of the pool comes from the pool's own `query`, which has a span already.
  pool.on('connect', (client) => {
    client.query = tracedQuery(client.query.bind(client)) as typeof client.query;
  });
}

function tracedQuery(query: Query): Query {
  return (...parameters) => {
    if (typeof parameters.at(-1) === 'function') return query(...parameters);
    const [statement] = parameters;
    const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text;
    return inSpan(text ?? '', () => query(...parameters));
  };
}

/** PGlite with a span for each statement, which begins when the statement runs and not while it waits for others. */
export function tracedEngine(engine: Engine): Engine {
  return {
    ...tracedStatements(engine),
    transaction: (work) => engine.transaction((tx) => work(tracedTransaction(tx))),
  };
}

function tracedStatements(target: Pick<Engine, 'query' | 'exec'>): Pick<Engine, 'query' | 'exec'> {
  return {
    query: (...args) => inSpan(args[0], () => target.query(...args)),
    exec: (...args) => inSpan(args[0], () => target.exec(...args)),
  };
}

function tracedTransaction(transaction: Transaction): Transaction {
  const own: Partial<Transaction> = tracedStatements(transaction);
  return new Proxy(transaction, {
    get: (target, key): unknown => Reflect.get(key in own ? own : target, key),
  });
}

function inSpan<T>(text: string, send: () => T): T {
  const span = startSpan(text.trimStart().split(/\s/, 1)[0] || 'query', {
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) },
  });
  const result = send();
  if (!(result instanceof Promise)) {
    endSpan(span);
    return result;
  }
  result.then(
    () => endSpan(span),
    (error: unknown) => endSpan(span, error),
  );
  return result;
}
