import { endSpan, startSpan } from '@triptych/tracing';
import pg from 'pg';

type Query = (...parameters: unknown[]) => unknown;

/** A pool with a span for each statement. Its text stands in the span, the values never do. */
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
    const text = textOf(parameters[0]);
    const span = startSpan(text.trimStart().split(/\s/, 1)[0] ?? 'query', {
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) },
    });
    const answer = query(...parameters);
    if (!(answer instanceof Promise)) {
      endSpan(span);
      return answer;
    }
    answer.then(
      () => endSpan(span),
      (error: unknown) => endSpan(span, error),
    );
    return answer;
  };
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return (statement as { text?: string } | undefined)?.text ?? '';
}
