import {
  readBatches,
  RequestTime,
  inBatches,
  type Statements,
  withRetry,
} from '@triptych/postgres';
import type { ApiKey } from './api-key.js';
import type { FoundKey, KeyLookup } from './api-keys.js';
import type { KeyStore } from './keys.js';

const columns = (of: string) =>
  `${of}.id::text, ${of}.name, ${of}.scopes, ${of}.created_at AS "createdAt",
   least(${of}.ends_at, ${of}.ended_at) AS "endsAt", ${of}.last_used_at AS "lastUsedAt"`;
const isLive = `coalesce(least(ends_at, ended_at) > now(), true)`;

/**
 * The keys, whose changes are one statement each.
 *
 * @param timeoutMs after which each of them fails, whatever the database does
 */
export function createSqlKeyStore(database: Statements, timeoutMs: number): KeyStore & KeyLookup {
  const run = <Row>(text: string, values: readonly unknown[]) =>
    new RequestTime(timeoutMs).run(() => withRetry(() => database.prepared<Row>({ text, values })));
  return {
    create: async ({ id, hash, name, scopes, endsAt }, by) => {
      const values = [id, hash, name, scopes, endsAt, by.key, by.requestId];
      const [key] = await run<ApiKey>(createStatement, values);
      return key!;
    },
    list: ({ after, limit }) => run<ApiKey>(listStatement, [after ?? null, limit]),
    replace: async (id, fresh, overlap, by) => {
      const values = [id, fresh.id, fresh.hash, fresh.endsAt, overlap, by.key, by.requestId];
      const [replaced, key] = await run<ApiKey>(replaceStatement, values);
      if (replaced !== undefined && key !== undefined) return { kind: 'replaced', key, replaced };
      const known = await run(knownStatement, [id]);
      return { kind: known.length > 0 ? 'ended' : 'not-found' };
    },
    end: async (id, by) => (await run(endStatement, [id, by.key, by.requestId])).length > 0,
    find: inBatches(findKeys(database), { ...readBatches, timeoutMs }),
    noteUse: async (id) => void (await run(useStatement, [id])),
  };
}

const createStatement = `
  WITH created AS (
    INSERT INTO api_keys (id, hash, name, scopes, ends_at)
    VALUES ($1::uuid, $2::text, $3::text, $4::text[], $5::timestamptz) RETURNING *
  ),
  audited AS (
    INSERT INTO audit (action, subject, key, request_id)
    SELECT 'key.created', id, $6::text, $7::text FROM created
  )
  SELECT ${columns('created')} FROM created`;

const listStatement = `
  SELECT ${columns('key')} FROM api_keys AS key
  WHERE $1::uuid IS NULL OR (created_at, id) > (SELECT created_at, id FROM api_keys WHERE id = $1::uuid)
  ORDER BY key.created_at, key.id LIMIT $2::int`;

// What two replacements of one key leave of it is the earlier end.
const replaceStatement = `
  WITH former AS (
    UPDATE api_keys SET ended_at = least(ended_at, now() + $5::int * interval '1 second')
    WHERE id = $1::uuid AND ${isLive} RETURNING *
  ),
  fresh AS (
    INSERT INTO api_keys (id, hash, name, scopes, ends_at)
    SELECT $2::uuid, $3::text, name, scopes, coalesce($4::timestamptz, ends_at) FROM former RETURNING *
  ),
  audited AS (
    INSERT INTO audit (action, subject, key, request_id)
    SELECT 'key.rotated', id, $6::text, $7::text FROM former
    UNION ALL SELECT 'key.created', id, $6::text, $7::text FROM fresh
  )
  SELECT 1 AS place, ${columns('former')} FROM former
  UNION ALL SELECT 2, ${columns('fresh')} FROM fresh ORDER BY place`;

const knownStatement = `SELECT 1 FROM api_keys WHERE id = $1::uuid`;

const endStatement = `
  WITH ended AS (
    UPDATE api_keys SET ended_at = now() WHERE id = $1::uuid AND ${isLive} RETURNING id
  ),
  audited AS (
    INSERT INTO audit (action, subject, key, request_id) SELECT 'key.ended', id, $2::text, $3::text FROM ended
  )
  SELECT id FROM api_keys WHERE id = $1::uuid`;

const useStatement = `
  UPDATE api_keys SET last_used_at = now()
  WHERE id = $1::uuid AND coalesce(last_used_at < now() - interval '1 minute', true)`;

const findStatement = `
  SELECT hash::text, id::text, scopes,
    (extract(epoch FROM least(ends_at, ended_at) - now()) * 1000)::float8 AS left
  FROM api_keys WHERE hash = ANY ($1::text[]) AND ${isLive}`;

function findKeys(database: Statements) {
  return async (hashes: readonly string[], { signal }: { readonly signal: AbortSignal }) => {
    const values = [[...new Set(hashes)]];
    const rows = await database.prepared<FoundKey & { hash: string }>(
      { text: findStatement, values },
      signal,
    );
    const byHash = new Map(rows.map((row) => [row.hash, row]));
    return hashes.map((hash) => byHash.get(hash) ?? null);
  };
}
