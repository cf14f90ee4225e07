// The mails that are due, and which replica sends them (ADR 0060). A lease and no lock, as for webhooks: no transaction is open
// while a mail server thinks.
//   stored with the user → due      by the statement that registers, or changes the e-mail
//   asked for            → due      by whoever deals with the requests: no proof yet, none under way, nor one a moment ago
//   due     → claimed               SKIP LOCKED, so that replicas share; a new link is stored with the claim
//   claimed → over                  sent, refused, or given up after three days
//   claimed → due                   after a pause; or the lease is over: the replica was killed
//   due, claimed, over → gone       with the user: cascade; of one who moves to another e-mail the counts are carried over, and a
//                                   mail to the new one may become due (moved-mail.sql.ts). A claim of the former settles nothing.
// Whoever locks the row of a user and that of the mail begins with the user, or waits for neither, so there is no deadlock.
import { randomUUID } from 'node:crypto';
import { RequestTime, type Statements } from '@triptych/postgres';
import { leaseMs } from '../leases/lease.js';
import {
  linkLifeMs,
  longestTryingMs,
  type MailClaim,
  type MailQueue,
  mostInADay,
  shortestBetweenMs,
} from './mail-queue.js';

/** @param timeoutMs after which each statement fails, whatever the database does */
export function createSqlMailQueue(database: Statements, timeoutMs: number): MailQueue {
  const run = <Found>(text: string, values: readonly unknown[]) =>
    new RequestTime(timeoutMs).run(() => database.prepared<Found>({ text, values }));
  return {
    claim: async (hashes) => {
      const token = randomUUID();
      const rows = await run<Omit<MailClaim, 'token'>>(claimStatement, [token, hashes]);
      return rows.map((row) => ({ ...row, token }));
    },
    settle: async ({ userId, token }, { pauseMs, failures }) => {
      const pause = pauseMs === null ? null : Math.round(pauseMs);
      const [row] = await run<{ givenUp: boolean }>(settleStatement, [
        userId,
        token,
        pause,
        failures,
      ]);
      return row?.givenUp ?? false;
    },
    admit: async (most) => {
      const [row] = await run<{ taken: number }>(admitStatement, [most]);
      return row?.taken ?? 0;
    },
  };
}

const claimStatement = `
  WITH due AS (
    SELECT mail.user_id, users.email FROM verification_mails AS mail JOIN users ON users.id = mail.user_id
    WHERE mail.due_at <= now() AND coalesce(mail.claimed_until <= now(), true)
    ORDER BY mail.due_at LIMIT cardinality($2::text[])
    FOR KEY SHARE OF users SKIP LOCKED FOR UPDATE OF mail SKIP LOCKED
  ),
  numbered AS (SELECT user_id, email, row_number() OVER () AS place FROM due),
  claimed AS (
    UPDATE verification_mails AS mail
    SET claim = $1::uuid, claimed_until = now() + interval '${leaseMs} milliseconds'
    FROM numbered WHERE mail.user_id = numbered.user_id
    RETURNING mail.user_id, mail.id, mail.language, mail.failures, numbered.email, numbered.place
  ),
  linked AS (
    INSERT INTO verification_links (hash, user_id, email, ends_at)
    SELECT fresh.hash, claimed.user_id, claimed.email, now() + interval '${linkLifeMs} milliseconds'
    FROM claimed JOIN unnest ($2::text[]) WITH ORDINALITY AS fresh (hash, place) USING (place)
  )
  SELECT user_id::text AS "userId", id::text, email, language, failures, (place - 1)::int AS link FROM claimed`;

const isTooLate = `asked_at <= now() - interval '${longestTryingMs} milliseconds'`;
// The next mail is a minute after this one was sent, which may be long after it was asked for.
const settleStatement = `
  UPDATE verification_mails SET claim = NULL, claimed_until = NULL, failures = $4::int,
    asked_at = CASE WHEN $3::int IS NULL THEN now() ELSE asked_at END,
    due_at = CASE
      WHEN $3::int IS NOT NULL AND NOT ${isTooLate} THEN now() + $3::int * interval '1 millisecond'
    END
  WHERE user_id = $1::uuid AND claim = $2::uuid
  RETURNING $3::int IS NOT NULL AND due_at IS NULL AS "givenUp"`;

const isNewDay = `verification_mails.counted_since <= EXCLUDED.asked_at - interval '1 day'`;
// Requests go whether or not they lead to a mail, and the same statement is run for all.
const admitStatement = `
  WITH taken AS (
    SELECT id, email, language FROM verification_requests ORDER BY at LIMIT $1::int FOR UPDATE SKIP LOCKED
  ),
  known AS (
    SELECT users.id, taken.language FROM users JOIN taken ON taken.email = users.email
    WHERE users.email_verified_at IS NULL FOR KEY SHARE OF users
  ),
  wanted AS (SELECT id, min(language) AS language FROM known GROUP BY id),
  admitted AS (
    INSERT INTO verification_mails (user_id, language) SELECT id, language FROM wanted ORDER BY id
    ON CONFLICT (user_id) DO UPDATE SET id = EXCLUDED.id, language = EXCLUDED.language,
      asked_at = EXCLUDED.asked_at, due_at = EXCLUDED.due_at, failures = 0,
      asked = CASE WHEN ${isNewDay} THEN 1 ELSE verification_mails.asked + 1 END,
      counted_since = CASE WHEN ${isNewDay} THEN EXCLUDED.counted_since ELSE verification_mails.counted_since END
    WHERE verification_mails.due_at IS NULL
      AND verification_mails.asked_at <= EXCLUDED.asked_at - interval '${shortestBetweenMs} milliseconds'
      AND (verification_mails.asked < ${mostInADay} OR ${isNewDay})
  ),
  forgotten AS (DELETE FROM verification_requests USING taken WHERE verification_requests.id = taken.id)
  SELECT count(*)::int AS taken FROM taken`;
