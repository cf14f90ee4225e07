import { RequestTime, type Statements, withRetry } from '@triptych/postgres';
import type { StoredAttempt, Webhook } from './webhook.js';
import type { WebhookStore } from './webhooks.js';

interface Row extends Omit<Webhook, 'after'> {
  readonly epoch: number | null;
  readonly xid: string;
  readonly seq: string;
  readonly mark: string;
}

/**
 * The webhooks as those see them who manage them; each change is one statement with its entry in the audit log.
 *
 * @param timeoutMs after which each of them fails, whatever the database does
 */
export function createSqlWebhookStore(database: Statements, timeoutMs: number): WebhookStore {
  const run = <Found>(text: string, values: readonly unknown[]) =>
    new RequestTime(timeoutMs).run(() =>
      withRetry(() => database.prepared<Found>({ text, values })),
    );
  return {
    create: async ({ id, url, types, after, sealed }, by) => {
      const place = [after.epoch, after.xid, after.seq, after.mark];
      const values = [id, url, types, ...place, sealed, by.key, by.requestId];
      const [row] = await run<Row>(createStatement, values);
      return row === undefined ? null : toWebhook(row);
    },
    list: async () => (await run<Row>(listStatement, [])).map(toWebhook),
    find: async (id) => (await run<Row>(findStatement, [id])).map(toWebhook)[0] ?? null,
    remove: async (id, by) => (await run(removeStatement, [id, by.key, by.requestId])).length > 0,
    addSecret: async (id, sealed, overlap, by) => {
      const values = [id, sealed, overlap, by.key, by.requestId];
      return (await run(addSecretStatement, values)).length > 0;
    },
    replay: async (id, after, by) => {
      const place = [after?.epoch, after?.xid, after?.seq, after?.mark].map((part) => part ?? null);
      const rows = await run<Row>(replayStatement, [id, ...place, by.key, by.requestId]);
      return rows.map(toWebhook)[0] ?? null;
    },
    attempts: async (id, { after, limit }) =>
      run<StoredAttempt>(attemptsStatement, [id, after ?? null, limit]),
    addAttempt: async (id, { eventId, type, at, outcome, reason, durationMs }) =>
      void (await run(addAttemptStatement, [id, eventId, type, at, outcome, reason, durationMs])),
    sealedSecrets: async (id) => {
      const [row] = await run<{ sealed: string[] }>(secretsStatement, [id]);
      return row?.sealed ?? [];
    },
  };
}

function toWebhook({ epoch, xid, seq, mark, ...row }: Row): Webhook {
  return { ...row, after: epoch === null ? null : { epoch, xid, seq, mark } };
}

/** Each costs every replica a place; more than these are a mistake. */
const mostWebhooks = 100;

/** Secrets of a webhook that sign, the newest of them. */
const mostSecrets = 5;

/** The encrypted secrets of a row of `webhooks` that sign now, the newest first. */
export const signingSecrets = `ARRAY(
    SELECT secret ->> 'sealed' FROM jsonb_array_elements(secrets) WITH ORDINALITY AS listed (secret, place)
    WHERE coalesce((secret ->> 'ends')::timestamptz > now(), true) ORDER BY place
  )`;

const columns = `id::text, url, types, created_at AS "createdAt",
  after_epoch AS epoch, after_xid::text AS xid, after_seq::text AS seq, after_mark AS mark,
  failures, failing_since AS "failingSince", due_at AS "dueAt", off_at AS "offAt", off_reason AS "offReason"`;

const createStatement = `
  WITH created AS (
    INSERT INTO webhooks (id, url, types, after_epoch, after_xid, after_seq, after_mark, secrets)
    SELECT $1::uuid, $2::text, $3::text[], $4::int, $5::bigint, $6::bigint, $7::text,
      jsonb_build_array(jsonb_build_object('sealed', $8::text))
    WHERE (SELECT count(*) FROM webhooks) < ${mostWebhooks}
    RETURNING *
  ),
  audited AS (
    INSERT INTO audit (action, subject, key, request_id)
    SELECT 'webhook.created', id, $9::text, $10::text FROM created
  )
  SELECT ${columns} FROM created`;

const listStatement = `SELECT ${columns} FROM webhooks ORDER BY created_at, webhooks.id`;

const findStatement = `SELECT ${columns} FROM webhooks WHERE id = $1::uuid`;

// Its attempts go with it.
const removeStatement = `
  WITH removed AS (DELETE FROM webhooks WHERE id = $1::uuid RETURNING id),
  audited AS (
    INSERT INTO audit (action, subject, key, request_id)
    SELECT 'webhook.deleted', id, $2::text, $3::text FROM removed
  )
  SELECT id FROM removed`;

// The former ones stay for the overlap, also those of a rotation whose reply was lost: the receiver has one of them. They are in
// the row of the webhook, so that of two rotations at once the later one sees the secret of the earlier.
const addSecretStatement = `
  WITH rotated AS (
    UPDATE webhooks SET secrets = jsonb_build_array(jsonb_build_object('sealed', $2::text)) || coalesce((
      SELECT jsonb_agg(
        jsonb_set(secret, '{ends}', to_jsonb(least((secret ->> 'ends')::timestamptz, now() + $3::int * interval '1 second')))
        ORDER BY place
      )
      FROM jsonb_array_elements(secrets) WITH ORDINALITY AS listed (secret, place)
      WHERE place < ${mostSecrets} AND coalesce((secret ->> 'ends')::timestamptz > now(), true)
    ), '[]')
    WHERE id = $1::uuid RETURNING id
  ),
  audited AS (
    INSERT INTO audit (action, subject, key, request_id)
    SELECT 'webhook.rotated', id, $4::text, $5::text FROM rotated
  )
  SELECT id FROM rotated`;

// The lease of a replica that delivers now stays: until it has settled nobody else begins, so that no event of before the
// replay comes between those after it.
const replayStatement = `
  WITH replayed AS (
    UPDATE webhooks SET after_epoch = $2::int, after_xid = $3::bigint, after_seq = $4::bigint, after_mark = $5::text,
      generation = generation + 1, due_at = now(), failures = 0, failing_since = NULL, off_at = NULL, off_reason = NULL
    WHERE id = $1::uuid RETURNING *
  ),
  audited AS (
    INSERT INTO audit (action, subject, key, request_id)
    SELECT 'webhook.replayed', id, $6::text, $7::text FROM replayed
  )
  SELECT ${columns} FROM replayed`;

const attemptsStatement = `
  SELECT id::text, event_id::text AS "eventId", type, at, outcome, reason, duration_ms AS "durationMs"
  FROM webhook_attempts
  WHERE webhook_id = $1::uuid
    AND ($2::uuid IS NULL OR (at, id) < (SELECT at, id FROM webhook_attempts WHERE id = $2::uuid))
  ORDER BY webhook_attempts.at DESC, webhook_attempts.id DESC LIMIT $3::int`;

const addAttemptStatement = `
  INSERT INTO webhook_attempts (webhook_id, event_id, type, at, outcome, reason, duration_ms)
  SELECT id, $2::uuid, $3::text, $4::timestamptz, $5::text, $6::text, $7::int FROM webhooks WHERE id = $1::uuid`;

const secretsStatement = `SELECT ${signingSecrets} AS sealed FROM webhooks WHERE id = $1::uuid`;
