import {
  type Attempt,
  boundedLockWait,
  inBatches,
  isUniqueViolation,
  type Statements,
} from '@triptych/postgres';
import { usualLanguage } from '../languages/languages.js';
import { columns, inLockOrder, orderOf } from './user-store.sql.js';
import type { NewUser, User } from './user.js';
import type { Outcome, RepeatableRequest, UserStore } from './users.js';

// Registrations with an Idempotency-Key: the key and the user are stored together or not at all, by one statement, so
// that a process that stops in the middle holds no lock (ADR 0030).
//   new key, or one older than 24 hours → the user inserted, the outcome stored under the key
//   known key, same fingerprint         → the stored outcome
//   known key, other fingerprint        → refused
//   a twin is stored meanwhile          → nothing is kept; the same again finds the key

export interface Idempotency extends Pick<UserStore, 'insertOnce'> {
  /** Removes the outcomes that are too old to be repeated. */
  removeExpired(): Promise<void>;
}

interface Registration {
  readonly user: NewUser;
  readonly request: RepeatableRequest;
}

/**
 * @param timeoutMs after which a registration fails, whatever the database does
 * @param sendsMails whether each registration stores that its mail is due
 */
export function createSqlIdempotency(
  database: Statements,
  timeoutMs: number,
  sendsMails = false,
): Idempotency {
  const insertOnce = inBatches(insertKeyed(database, sendsMails), {
    concurrency: 2,
    maxSize: 64,
    timeoutMs,
    repeatable: true,
    locksOf: ({ user, request }: Registration) => [orderOf(user), request.key],
  });
  return {
    insertOnce: (user, request) => untilDecided(() => insertOnce({ user, request })),
    removeExpired: () => removeExpired(database),
  };
}

const attempts = 3;

/** A key that was stored between the statement's look at it and its own insert is found by the next. */
async function untilDecided(insert: () => Promise<Outcome>): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insert();
    } catch (error) {
      if (attempt === attempts || !isUniqueViolation(error)) throw error;
    }
  }
}

const isFresh = `known.created_at >= now() - interval '24 hours'`;

// A taken e-mail is no error, so PostgreSQL does not write it into its log; a key is a hash.
const insertStatement = (mail: { value: string; name: string; steps: string }) => `
  WITH request AS (
    SELECT * FROM unnest (
      $1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[]${mail.value}
    ) WITH ORDINALITY
      AS request (id, email, email_key, full_name, phone, contact_address, key, fingerprint, answer${mail.name}, position)
    WHERE ${boundedLockWait}
  ),
  expired AS (
    DELETE FROM idempotency_keys AS known USING request WHERE known.key = request.key AND NOT ${isFresh} RETURNING 1
  ),
  fresh AS (
    SELECT * FROM request
    WHERE NOT EXISTS (SELECT FROM idempotency_keys AS known WHERE known.key = request.key AND ${isFresh})
  ),
  stored AS (
    INSERT INTO users (id, email, email_key, full_name, phone, contact_address)
    SELECT id, email, email_key, full_name, phone, contact_address FROM fresh ORDER BY position
    ON CONFLICT DO NOTHING RETURNING id
  ),
  kept AS (
    INSERT INTO idempotency_keys (key, fingerprint, answer)
    SELECT key, fingerprint, CASE WHEN stored.id IS NOT NULL THEN answer::jsonb END
    FROM fresh LEFT JOIN stored USING (id) WHERE (SELECT count(*) FROM expired) >= 0 ORDER BY position
  )${mail.steps}
  SELECT request.id, stored.id IS NOT NULL AS stored, known.fingerprint, known.answer
  FROM request LEFT JOIN stored USING (id)
    LEFT JOIN idempotency_keys AS known ON known.key = request.key AND ${isFresh}`;

const withoutMail = insertStatement({ value: '', name: '', steps: '' });
const withMail = insertStatement({
  value: ', $10::text[]',
  name: ', language',
  steps: `,
  due AS (
    INSERT INTO verification_mails (user_id, language)
    SELECT id, coalesce(fresh.language, '${usualLanguage}') FROM fresh JOIN stored USING (id)
  )`,
});

interface Row {
  readonly id: string;
  readonly stored: boolean;
  /** Of a request that was decided before. */
  readonly fingerprint: string | null;
  readonly answer: User | null;
}

function insertKeyed(database: Statements, sendsMails: boolean) {
  const text = sendsMails ? withMail : withoutMail;
  return async (registrations: readonly Registration[], { signal }: Attempt) => {
    const rows = inLockOrder(registrations.map(({ user, request }) => ({ ...user, ...request })));
    const values = [
      ...[...columns, 'key' as const, 'fingerprint' as const].map((name) =>
        rows.map((row) => row[name]),
      ),
      rows.map((row) => JSON.stringify(userOf(row))),
      ...(sendsMails ? [rows.map(({ language }) => language)] : []),
    ];
    const found = await database.prepared<Row>({ text, values }, signal);
    const byId = new Map(found.map((row) => [row.id, row]));
    return registrations.map((registration) =>
      outcomeOf(registration, byId.get(registration.user.id)!),
    );
  };
}

function outcomeOf({ user, request }: Registration, row: Row): Outcome {
  if (row.fingerprint === null) {
    return row.stored ? { kind: 'registered', user: userOf(user) } : { kind: 'email-taken' };
  }
  if (row.fingerprint !== request.fingerprint) return { kind: 'key-reused' };
  return row.answer === null ? { kind: 'email-taken' } : { kind: 'registered', user: row.answer };
}

function userOf({ id, fullName, email, phone, contactAddress }: User): User {
  return { id, fullName, email, phone, contactAddress };
}

const removedAtOnce = 5000;
const removeStatement = `
  WITH removed AS (
    DELETE FROM idempotency_keys WHERE key IN (
      SELECT key FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
      ORDER BY created_at LIMIT ${removedAtOnce} FOR UPDATE SKIP LOCKED
    ) RETURNING 1
  )
  SELECT count(*)::int AS removed FROM removed`;

/** In portions, so that no statement lasts long; rows that another process is removing are left to it. */
async function removeExpired(database: Statements): Promise<void> {
  for (let removed = removedAtOnce; removed === removedAtOnce;) {
    const statement = { text: removeStatement, values: [] };
    const [row] = await database.prepared<{ removed: number }>(statement);
    removed = row?.removed ?? 0;
  }
}
