import { Prisma } from '../generated/prisma/client.js';

/** So long a message may have been read before anybody is notified of it. Milliseconds. */
export const readingTimeMs = 2_000;

/**
 * CTEs beside an insert of messages: whoever gets one has every device notified, in the same transaction (ADR 0042). A
 * device has one delivery a chat, of its newest message. The device is locked, so that it cannot end before the
 * commit, and left out while it ends. Two sends of a chat come one after the other, by the lock of the chat.
 *
 * @param sent has `chat_id`, `chat_seq` and the `receiver_id` of each message
 */
export function queuePushes(sent: ReturnType<typeof Prisma.sql>) {
  return Prisma.sql`
    push AS (
      INSERT INTO push_deliveries AS held (session_id, chat_id, seq, service, due_at)
      SELECT DISTINCT ON (session_id, chat_id) session_id, chat_id, chat_seq, service,
        now() + ${readingTimeMs}::int * interval '1 millisecond'
      FROM (${sent}) AS sent
      CROSS JOIN LATERAL (
        SELECT session_id, service FROM push_subscriptions
        WHERE user_id = sent.receiver_id FOR KEY SHARE SKIP LOCKED
      ) AS device
      ORDER BY session_id, chat_id, chat_seq DESC
      ON CONFLICT (session_id, chat_id) DO UPDATE SET seq = excluded.seq,
        service = excluded.service, due_at = LEAST(held.due_at, excluded.due_at),
        created_at = excluded.created_at
    )`;
}
