// The mail of a user who moves to another e-mail (ADR 0060). The row of the former mail goes with that of the user, and what limits
// mails is carried over, so that changes of the e-mail are no way around it.
//   none               → due now         the first mail of this user
//   due, never claimed → due at its time the mail to the new e-mail takes its place, and is counted once
//   claimed, paused, over → due          a minute after it at the earliest, as one mail more
//   the last of a day  → over            none until somebody asks, on another day
import type { PrismaClient } from '../generated/prisma/client.js';
import { usualLanguage } from '../languages/languages.js';
import { leaseMs } from '../leases/lease.js';
import { mostInADay, shortestBetweenMs } from './mail-queue.js';

type Transaction = Pick<PrismaClient, '$queryRaw'>;

/** What is carried over, as the database computes it. */
interface FormerMail {
  readonly language: string;
  readonly asked: number;
  readonly askedAt: Date;
  readonly countedSince: Date;
  readonly next: Date;
  /** It was never sent, nor will be. */
  readonly isReplaced: boolean;
  readonly isNewDay: boolean;
}

/**
 * Locks the user, so that no replica claims the mail any more. What was claimed before is read by a statement of its own, since
 * one that waits for a lock sees what was there when it began.
 */
export async function readFormerMail(
  tx: Transaction,
  email: string,
): Promise<FormerMail | undefined> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE email = ${email} FOR UPDATE`;
  const [former] = await tx.$queryRaw<FormerMail[]>`
    SELECT language, asked, asked_at AS "askedAt", counted_since AS "countedSince",
      greatest(now(), asked_at + ${shortestBetweenMs}::int * interval '1 millisecond',
        claimed_until + ${shortestBetweenMs - leaseMs}::int * interval '1 millisecond') AS next,
      due_at IS NOT DISTINCT FROM asked_at AND claim IS NULL AS "isReplaced",
      counted_since <= now() - interval '1 day' AS "isNewDay"
    FROM verification_mails JOIN users ON users.id = user_id WHERE email = ${email}`;
  return former;
}

/** Stores that a mail to the new e-mail is due, where another may be sent. */
export async function storeMail(
  tx: Transaction,
  userId: string,
  former: FormerMail | undefined,
): Promise<void> {
  if (former === undefined) {
    await tx.$queryRaw`
      INSERT INTO verification_mails (user_id, language) VALUES (${userId}::uuid, ${usualLanguage})`;
    return;
  }
  const { isReplaced, isNewDay, asked, askedAt, next, countedSince } = former;
  if (!isReplaced && !isNewDay && asked >= mostInADay) return keepCounts(tx, userId, former);
  const counts = isNewDay ? { asked: 1, countedSince: next } : { asked: asked + 1, countedSince };
  const due = isReplaced ? askedAt : next;
  const { asked: count, countedSince: since } = isReplaced ? former : counts;
  await tx.$queryRaw`
    INSERT INTO verification_mails (user_id, language, asked_at, due_at, asked, counted_since)
    VALUES (${userId}::uuid, ${former.language}, ${due}, ${due}, ${count}, ${since})`;
}

/** Stores that no mail is due, and how many were sent. */
export async function keepCounts(
  tx: Transaction,
  userId: string,
  former: FormerMail | undefined,
): Promise<void> {
  if (former === undefined) return;
  await tx.$queryRaw`
    INSERT INTO verification_mails (user_id, language, asked_at, due_at, asked, counted_since)
    VALUES (${userId}::uuid, ${former.language}, ${former.askedAt}, NULL, ${former.asked}, ${former.countedSince})`;
}
