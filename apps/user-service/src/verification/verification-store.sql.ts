import { RequestTime, type Statements, withRetry } from '@triptych/postgres';
import type { VerificationStore } from './verification.js';

export interface SqlVerificationStore extends VerificationStore {
  /** Removes links whose time is over. */
  prune(): Promise<void>;
}

/** @param timeoutMs after which each of them fails, whatever the database does */
export function createSqlVerificationStore(
  database: Statements,
  timeoutMs: number,
): SqlVerificationStore {
  const run = <Row>(text: string, values: readonly unknown[]) =>
    new RequestTime(timeoutMs).run(() => withRetry(() => database.prepared<Row>({ text, values })));
  return {
    request: async (email, language) => void (await run(requestStatement, [email, language])),
    prove: async (hash) => (await run(proveStatement, [hash])).length > 0,
    verifiedAt: async (users) => {
      const values = [users.map(({ id }) => id), users.map(({ email }) => email)];
      const rows = await run<{ id: string; at: Date }>(verifiedStatement, values);
      return new Map(rows.map(({ id, at }) => [id, at]));
    },
    prune: async () => {
      for (let removed = removedAtOnce; removed === removedAtOnce;) {
        const [row] = await run<{ removed: number }>(pruneStatement, []);
        removed = row?.removed ?? 0;
      }
    },
  };
}

// Nothing but an insert, for everybody: a look at the users would take longer for some, or wait for a lock.
const requestStatement =
  'INSERT INTO verification_requests (email, language) VALUES ($1::text, $2::text)';

// The user is locked first, as by whoever removes one; then the link is spent, which of two at once only one can do. A link
// is of one address, and proves nothing once the user has another.
const proveStatement = `
  WITH target AS (
    SELECT users.id FROM users JOIN verification_links AS link ON link.user_id = users.id AND link.email = users.email
    WHERE link.hash = $1::text AND link.ends_at > now() FOR NO KEY UPDATE OF users
  ),
  spent AS (
    DELETE FROM verification_links AS link USING target WHERE link.hash = $1::text AND link.user_id = target.id
    RETURNING link.user_id
  ),
  proven AS (
    UPDATE users SET email_verified_at = coalesce(users.email_verified_at, now()) FROM spent
    WHERE users.id = spent.user_id RETURNING users.id
  ),
  ended AS (
    DELETE FROM verification_links AS link USING proven WHERE link.user_id = proven.id AND link.hash <> $1::text
  ),
  over AS (
    UPDATE verification_mails AS mail SET due_at = NULL, claim = NULL, claimed_until = NULL FROM proven
    WHERE mail.user_id = proven.id
  )
  SELECT id::text FROM proven`;

const verifiedStatement = `
  SELECT id::text, email_verified_at AS at FROM users JOIN unnest ($1::uuid[], $2::text[]) AS listed (id, email) USING (id, email)
  WHERE email_verified_at IS NOT NULL`;

const removedAtOnce = 5000;
const pruneStatement = `
  WITH removed AS (
    DELETE FROM verification_links WHERE hash IN (
      SELECT hash FROM verification_links WHERE ends_at <= now()
      ORDER BY ends_at LIMIT ${removedAtOnce} FOR UPDATE SKIP LOCKED
    ) RETURNING 1
  )
  SELECT count(*)::int AS removed FROM removed`;
