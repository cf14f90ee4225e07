import { withRetry } from '@triptych/postgres';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { KeyedUser, User } from './user.js';
import type { Outcome, RepeatableRequest, UserStore } from './users.js';

// Registrations with an Idempotency-Key: the key and the user are stored together or not at all.
//   new key, or one older than 24 hours → claimed, the user inserted, the outcome stored beside the key
//   known key, same fingerprint → the stored outcome; a twin in flight waits until the first is decided
//   known key, other fingerprint → refused

export interface Idempotency extends Pick<UserStore, 'insertOnce'> {
  /** Removes the outcomes that are too old to be repeated. */
  removeExpired(): Promise<void>;
}

export function createPrismaIdempotency(prisma: PrismaClient): Idempotency {
  return {
    insertOnce: (user, request) =>
      withRetry(() => prisma.$transaction((tx) => insertOnce(tx, user, request))),
    removeExpired: () => removeExpired(prisma),
  };
}

type Transaction = Pick<PrismaClient, 'user' | 'idempotencyKey' | '$executeRaw'>;

async function insertOnce(
  tx: Transaction,
  { emailKey, ...user }: KeyedUser,
  request: RepeatableRequest,
): Promise<Outcome> {
  if (!(await claimKey(tx, request))) return storedOutcome(tx, request);
  // `ON CONFLICT DO NOTHING`: a taken e-mail is no error, so PostgreSQL does not write it into its log.
  const { count } = await tx.user.createMany({
    data: [{ ...user, emailKey }],
    skipDuplicates: true,
  });
  if (count === 0) return { kind: 'email-taken' };
  await tx.idempotencyKey.update({ where: { key: request.key }, data: { answer: { ...user } } });
  return { kind: 'registered', user };
}

async function claimKey(
  tx: Transaction,
  { key, fingerprint }: RepeatableRequest,
): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    INSERT INTO idempotency_keys AS known (key, fingerprint) VALUES (${key}, ${fingerprint})
    ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint, answer = NULL, created_at = now()
    WHERE known.created_at < now() - interval '24 hours'`;
  return claimed === 1;
}

async function storedOutcome(
  tx: Transaction,
  { key, fingerprint }: RepeatableRequest,
): Promise<Outcome> {
  const first = await tx.idempotencyKey.findUniqueOrThrow({ where: { key } });
  if (first.fingerprint !== fingerprint) return { kind: 'key-reused' };
  if (first.answer === null) return { kind: 'email-taken' };
  return { kind: 'registered', user: first.answer as unknown as User };
}

const removedAtOnce = 5000;

/** In portions, so that no statement lasts long; rows that another process is removing are left to it. */
async function removeExpired(prisma: PrismaClient): Promise<void> {
  for (let removed = removedAtOnce; removed === removedAtOnce;) {
    removed = await prisma.$executeRaw`
      DELETE FROM idempotency_keys WHERE key IN (
        SELECT key FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
        ORDER BY created_at LIMIT ${removedAtOnce} FOR UPDATE SKIP LOCKED
      )`;
  }
}
