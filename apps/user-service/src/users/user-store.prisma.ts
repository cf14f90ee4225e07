import { withRetry } from '@triptych/postgres';
import type { Prisma, PrismaClient } from '../generated/prisma/client.js';
import type { Outcome, RepeatableRequest, UserStore } from './user-store.port.js';
import type { KeyedUser, User } from './user.js';

const columns = {
  id: true,
  fullName: true,
  email: true,
  phone: true,
  contactAddress: true,
} as const satisfies Prisma.UserSelect;

export interface PrismaUserStore extends UserStore {
  /** Removes the answers that are too old to be repeated. */
  forgetExpiredAnswers(): Promise<void>;
}

export function prismaUserStore(prisma: PrismaClient): PrismaUserStore {
  return {
    insert: (user) => insertUser(prisma, user),
    insertOnce: (user, request) =>
      withRetry(() => prisma.$transaction((tx) => insertOnce(tx, user, request))),
    findByEmail: (email) => prisma.user.findUnique({ where: { email }, select: columns }),
    forgetExpiredAnswers: () => forgetExpiredAnswers(prisma),
  };
}

const sweepSize = 5000;

/** A few at a time, so that no statement lasts; what a sweep beside this one has in hand is left to it. */
async function forgetExpiredAnswers(prisma: PrismaClient): Promise<void> {
  for (let removed = sweepSize; removed === sweepSize;) {
    removed = await prisma.$executeRaw`
      DELETE FROM idempotency_keys WHERE key IN (
        SELECT key FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
        ORDER BY created_at LIMIT ${sweepSize} FOR UPDATE SKIP LOCKED
      )`;
  }
}

type Client = Pick<PrismaClient, 'user' | 'idempotencyKey' | '$executeRaw'>;

/** `ON CONFLICT DO NOTHING`: a taken e-mail is no error, so PostgreSQL does not write it into its log. */
async function insertUser(client: Client, user: KeyedUser): Promise<boolean> {
  const { count } = await client.user.createMany({ data: [user], skipDuplicates: true });
  return count === 1;
}

async function insertOnce(
  tx: Client,
  keyed: KeyedUser,
  request: RepeatableRequest,
): Promise<Outcome> {
  if (!(await claimKey(tx, request))) return repeatAnswer(tx, request);
  if (!(await insertUser(tx, keyed))) return { kind: 'email-taken' };
  const user = withoutKey(keyed);
  await tx.idempotencyKey.update({ where: { key: request.key }, data: { answer: { ...user } } });
  return { kind: 'registered', user };
}

function withoutKey({ id, fullName, email, phone, contactAddress }: KeyedUser): User {
  return { id, fullName, email, phone, contactAddress };
}

/** A twin in flight makes this wait until it is decided; an expired key counts as new. */
async function claimKey(tx: Client, { key, fingerprint }: RepeatableRequest): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    INSERT INTO idempotency_keys AS known (key, fingerprint) VALUES (${key}, ${fingerprint})
    ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint, answer = NULL, created_at = now()
    WHERE known.created_at < now() - interval '24 hours'`;
  return claimed === 1;
}

async function repeatAnswer(tx: Client, { key, fingerprint }: RepeatableRequest): Promise<Outcome> {
  const first = await tx.idempotencyKey.findUniqueOrThrow({ where: { key } });
  if (first.fingerprint !== fingerprint) return { kind: 'key-reused' };
  if (first.answer === null) return { kind: 'email-taken' };
  return { kind: 'registered', user: first.answer as unknown as User };
}
