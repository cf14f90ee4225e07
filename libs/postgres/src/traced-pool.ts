import pg from 'pg';
import { inStatementSpan } from './statement-spans.js';

type Query = (...parameters: unknown[]) => unknown;

/** A pool with a span for each statement. */
export function tracedPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  pool.query = traced(pool.query.bind(pool)) as typeof pool.query;
  // On a client of the pool, what takes a callback is the pool's own query, which has its span already.
  pool.on('connect', (client) => {
    client.query = traced(client.query.bind(client)) as typeof client.query;
  });
  return pool;
}

function traced(query: Query): Query {
  return (...parameters) => {
    if (typeof parameters.at(-1) === 'function') return query(...parameters);
    return inStatementSpan(textOf(parameters[0]), () => query(...parameters));
  };
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return (statement as { text?: string } | undefined)?.text ?? '';
}
