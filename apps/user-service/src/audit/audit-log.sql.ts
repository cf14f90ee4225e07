import { RequestTime, type Statements } from '@triptych/postgres';
import type { AuditEntry, AuditLog } from './audit.js';
import type { RefusalLog } from './refusals.js';

export interface SqlAuditLog extends AuditLog, RefusalLog {
  /** Removes what is older, and returns how much that was. Only the owner of the table may. */
  prune(days: number): Promise<number>;
}

/** @param timeoutMs after which each statement fails, whatever the database does */
export function createSqlAuditLog(database: Statements, timeoutMs: number): SqlAuditLog {
  const run = <Row>(text: string, values: readonly unknown[]) =>
    new RequestTime(timeoutMs).run(() => database.prepared<Row>({ text, values }));
  return {
    list: ({ after, limit, action, key }) => {
      // A statement for each set of conditions, so that each has an index.
      const values: unknown[] = [limit];
      const conditions = ['true'];
      const add = (value: unknown, condition: (place: string) => string) => {
        if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
      };
      add(action, (place) => `action = ${place}::text`);
      add(key, (place) => `key = ${place}::text`);
      add(after, (place) => `(at, id) < (SELECT at, id FROM audit WHERE id = ${place}::uuid)`);
      return run<AuditEntry>(
        `SELECT id::text, at, action, key, subject::text, request_id AS "requestId", count FROM audit
         WHERE ${conditions.join(' AND ')} ORDER BY audit.at DESC, audit.id DESC LIMIT $1::int`,
        values,
      );
    },
    addRefusals: async (refusals) => {
      const columns = ['action', 'key', 'requestId', 'count', 'at'] as const;
      const values = columns.map((column) => refusals.map((refusal) => refusal[column]));
      await run(refusalsStatement, values);
    },
    prune: async (days) => {
      let all = 0;
      for (let removed = removedAtOnce; removed === removedAtOnce; all += removed) {
        removed = (await run(pruneStatement, [days])).length;
      }
      return all;
    },
  };
}

const refusalsStatement = `
  INSERT INTO audit (action, key, request_id, count, at)
  SELECT * FROM unnest ($1::text[], $2::text[], $3::text[], $4::int[], $5::timestamptz[])`;

const removedAtOnce = 5000;
const pruneStatement = `
  DELETE FROM audit WHERE id IN (
    SELECT id FROM audit WHERE at < now() - $1::int * interval '1 day' ORDER BY at, id LIMIT ${removedAtOnce}
  ) RETURNING id`;
