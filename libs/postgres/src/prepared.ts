import type pg from 'pg';
import type { Connection } from './connection.js';
import type { ConnectionPool } from './connection-pool.js';
import type { Statement } from './database.js';
import { isConnectionLoss, sqlState } from './database-errors.js';

// Prepared statements on a pool, and how one of them is cancelled.
// Guarantees: a connection goes back to the pool unless the error is its own, so that a refused row costs no new login;
// one that was asked to cancel is never used again, since the request may arrive late and would hit the next statement.
//   sent → replied            the connection is free
//   sent → failed by the data the connection is free
//   sent → aborted            the server is asked to cancel; it replies 57014, or what it had done before
//   sent → lost               the connection is dropped

/**
 * Sends statements by name, so that the server plans each once for a connection.
 *
 * @param nameOf returns an empty name, which means the unnamed statement, beyond its limit
 */
export function preparedOn(
  pool: ConnectionPool,
  nameOf: (query: { readonly sql: string }) => string,
) {
  return async <Row>({ text, values }: Statement, signal?: AbortSignal): Promise<Row[]> => {
    const name = nameOf({ sql: text });
    const client = (await pool.connectAny()) as pg.PoolClient & Pick<Connection, 'cancel'>;
    let broken = false;
    const cancel = () => {
      broken = true;
      void client.cancel();
    };
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', cancel);
      return (await client.query<never>({ name, text, values: [...values] })).rows;
    } catch (error) {
      broken ||= sqlState(error) === undefined || isConnectionLoss(error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      client.release(broken);
    }
  };
}
