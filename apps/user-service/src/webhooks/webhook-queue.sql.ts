// Which replica delivers to which webhook (ADR 0059). A lease and no lock: a transaction that stays open while a receiver
// thinks would hold back all readers of the log of events, and a connection.
//   free    → claimed   something new is in the log, and the pause is over; SKIP LOCKED, so that replicas share
//   claimed → free      settled by who holds the claim: the place in the log moves on
//   claimed → free      the lease is over: the replica was killed, and another begins where the last settlement ended
//   free    → off       failing for three days, answered 410, or its next events are gone
//   off     → free      by a replay
import { randomUUID } from 'node:crypto';
import { RequestTime, type Statements } from '@triptych/postgres';
import { newestPlace } from '../events/newest-event.sql.js';
import { leaseMs } from '../leases/lease.js';
import type { Settlement, WebhookClaim, WebhookQueue } from './webhook-queue.js';
import type { OffReason } from './webhook.js';
import { signingSecrets } from './webhook-store.sql.js';

/** Seconds of nothing but failures, after which a webhook is switched off. */
const longestFailing = 3 * 24 * 3600;
/** Attempts of a webhook that are kept. */
const attemptsKept = 1000;

interface Row extends Omit<WebhookClaim, 'token' | 'after'> {
  readonly epoch: number | null;
  readonly xid: string;
  readonly seq: string;
  readonly mark: string;
}

/** @param timeoutMs after which each statement fails, whatever the database does */
export function createSqlWebhookQueue(database: Statements, timeoutMs: number): WebhookQueue {
  const run = <Found>(text: string, values: readonly unknown[]) =>
    new RequestTime(timeoutMs).run(() => database.prepared<Found>({ text, values }));
  return {
    claim: async (most, except = []) => {
      const token = randomUUID();
      const rows = await run<Row>(claimStatement, [most, token, except]);
      return rows.map((row) => toClaim(row, token));
    },
    sealedSecrets: async ({ id, token, generation }) => {
      const [row] = await run<Pick<Row, 'sealed'>>(secretsStatement, [id, token, generation]);
      return row?.sealed ?? null;
    },
    settle: async (claim, settlement) => {
      const [row] = await run<{ off: OffReason | null }>(
        settleStatement,
        settleValues(claim, settlement),
      );
      return row?.off ?? null;
    },
  };
}

function toClaim({ epoch, xid, seq, mark, ...row }: Row, token: string): WebhookClaim {
  const after = epoch === null ? null : { epoch, xid, seq, mark };
  return { ...row, token, after };
}

function settleValues(claim: WebhookClaim, settlement: Settlement): unknown[] {
  const { after, attempts, anyTaken, pauseMs, off } = settlement;
  const columns = ['eventId', 'type', 'at', 'outcome', 'reason', 'durationMs'] as const;
  return [
    ...[claim.id, claim.token, claim.generation],
    ...[after?.epoch ?? null, after?.xid ?? null, after?.seq ?? null, after?.mark ?? null],
    ...[anyTaken, pauseMs === null ? null : Math.round(pauseMs), off],
    ...columns.map((column) => attempts.map((attempt) => attempt[column])),
  ];
}

// The lock looks at the condition again: what another replica has taken since is not taken twice.
const claimStatement = `
  WITH newest AS (${newestPlace}),
  due AS (
    SELECT id FROM webhooks
    WHERE off_at IS NULL AND due_at <= now() AND coalesce(claimed_until <= now(), true) AND id <> ALL ($3::uuid[])
      AND EXISTS (
        SELECT FROM newest
        WHERE coalesce((after_epoch, after_xid, after_seq) < (newest.epoch, newest.xid::bigint, newest.seq::bigint), true)
      )
    ORDER BY due_at LIMIT $1::int FOR UPDATE SKIP LOCKED
  ),
  claimed AS (
    UPDATE webhooks AS webhook SET claim = $2::uuid, claimed_until = now() + interval '${leaseMs} milliseconds'
    FROM due WHERE webhook.id = due.id RETURNING webhook.*
  )
  SELECT id::text, url, types, generation, failures,
    after_epoch AS epoch, after_xid::text AS xid, after_seq::text AS seq, after_mark AS mark,
    ${signingSecrets} AS sealed
  FROM claimed`;

const secretsStatement = `
  SELECT ${signingSecrets} AS sealed FROM webhooks AS webhook
  WHERE id = $1::uuid AND claim = $2::uuid AND generation = $3::int AND off_at IS NULL`;

const isCurrent = `generation = $3::int`;
const since = `CASE WHEN $8::boolean OR failing_since IS NULL THEN now() ELSE failing_since END`;
const offReason = `
  CASE WHEN ${isCurrent} THEN coalesce(
    $10::text,
    CASE WHEN $9::int IS NOT NULL AND ${since} <= now() - interval '${longestFailing} seconds' THEN 'failing' END
  ) END`;

const settleStatement = `
  WITH settled AS (
    UPDATE webhooks SET claim = NULL, claimed_until = NULL,
      after_epoch = CASE WHEN ${isCurrent} THEN $4::int ELSE after_epoch END,
      after_xid = CASE WHEN ${isCurrent} THEN $5::bigint ELSE after_xid END,
      after_seq = CASE WHEN ${isCurrent} THEN $6::bigint ELSE after_seq END,
      after_mark = CASE WHEN ${isCurrent} THEN $7::text ELSE after_mark END,
      failures = CASE
        WHEN NOT ${isCurrent} THEN failures
        WHEN $9::int IS NULL THEN CASE WHEN $8::boolean THEN 0 ELSE failures END
        WHEN $8::boolean THEN 1 ELSE failures + 1 END,
      failing_since = CASE
        WHEN NOT ${isCurrent} THEN failing_since
        WHEN $9::int IS NOT NULL THEN ${since}
        WHEN $8::boolean THEN NULL ELSE failing_since END,
      due_at = CASE WHEN ${isCurrent} THEN now() + coalesce($9::int, 0) * interval '1 millisecond' ELSE due_at END,
      off_reason = ${offReason},
      off_at = CASE WHEN ${offReason} IS NOT NULL THEN now() END
    WHERE id = $1::uuid AND claim = $2::uuid AND off_at IS NULL
    RETURNING off_reason
  ),
  logged AS (
    INSERT INTO webhook_attempts (webhook_id, event_id, type, at, outcome, reason, duration_ms)
    SELECT $1::uuid, attempt.* FROM settled,
      unnest ($11::uuid[], $12::text[], $13::timestamptz[], $14::text[], $15::text[], $16::int[]) AS attempt
  ),
  forgotten AS (
    DELETE FROM webhook_attempts WHERE id IN (
      SELECT id FROM webhook_attempts WHERE webhook_id = $1::uuid
      ORDER BY webhook_id DESC, at DESC, webhook_attempts.id DESC OFFSET ${attemptsKept}
    )
  )
  SELECT off_reason AS off FROM settled`;
