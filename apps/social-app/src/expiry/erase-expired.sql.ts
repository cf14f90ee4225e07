import { appendEvents, runWithEvents } from '../events/append-events.sql.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { awaitsErasure } from '../messages/message-rows.sql.js';
import { parseChatId } from '../people/user-ids.js';

/** Messages of one statement: few enough to hold up nobody for long, however many are due. */
const mostAtOnce = 100;

export interface Erased {
  readonly messages: number;
  readonly userIds: readonly string[];
  /** More may be due. */
  readonly isFull: boolean;
}

interface DueRow {
  readonly chatId: string;
  readonly seqs: number[];
}

/**
 * Erases the words of messages whose time is over, the oldest first, and tells the clients of both that they are gone. Each
 * statement is of one chat and whole or not at all; it locks messages, then their chat, then counters, as a deletion does.
 * Replicas may do this at the same time: each leaves what another has taken.
 *
 * @param mostInRound messages
 * @throws what went wrong with some chat, after the others
 */
export async function eraseExpired(prisma: PrismaClient, mostInRound = 1_000): Promise<Erased> {
  const due = await prisma.$queryRaw<DueRow[]>`
    SELECT chat_id AS "chatId", array_agg(seq) AS seqs FROM (
      SELECT chat_id, seq FROM messages
      WHERE expires_at <= now() AND ${awaitsErasure}
      ORDER BY expires_at LIMIT ${mostInRound}::int
    ) AS oldest
    GROUP BY chat_id`;
  const userIds = new Set<string>();
  const errors: unknown[] = [];
  let [found, messages] = [0, 0];
  for (const { chatId, seqs } of due) {
    found += seqs.length;
    const pair = parseChatId(chatId);
    if (!pair) throw new Error('a message is stored under an invalid chat id');
    for (let n = 0; n < seqs.length; n += mostAtOnce) {
      const statement = erasure(chatId, seqs.slice(n, n + mostAtOnce));
      try {
        const rows = await runWithEvents(() => prisma.$queryRaw<object[]>(statement));
        if (rows.length > 0) [pair.lo, pair.hi].forEach((id) => userIds.add(id));
        messages += rows.length;
      } catch (error) {
        errors.push(error);
      }
    }
  }
  if (errors.length > 0) throw errors[0];
  return { messages, userIds: [...userIds], isFull: found === mostInRound };
}

/** As a deletion for both that both have hidden: what the release before shows of such a message is right. */
function erasure(chatId: string, seqs: readonly number[]): ReturnType<typeof Prisma.sql> {
  return appendEvents(
    Prisma.sql`
    due AS (
      SELECT seq FROM messages
      WHERE chat_id = ${chatId}::text AND seq = ANY (${[...seqs]}::int[])
        AND expires_at <= now() AND ${awaitsErasure}
      ORDER BY seq FOR UPDATE SKIP LOCKED
    ),
    change AS (
      UPDATE messages SET text = '', deleted_at = COALESCE(deleted_at, expires_at), edited_at = NULL,
        sent_digest = NULL, lo_reactions = '{}', hi_reactions = '{}', lo_hidden = true, hi_hidden = true
      FROM due WHERE messages.chat_id = ${chatId}::text AND messages.seq = due.seq
      RETURNING messages.chat_id, messages.seq
    ),
    entry AS (
      SELECT side.user_id, seq AS position, 'message_hidden' AS type, NULL::uuid AS person_id, chat_id, seq AS chat_seq
      FROM change CROSS JOIN LATERAL (VALUES (left(chat_id, 36)::uuid), (right(chat_id, 36)::uuid)) AS side (user_id)
    )`,
    Prisma.sql`SELECT seq FROM change`,
  );
}
