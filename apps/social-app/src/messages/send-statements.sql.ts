import { Prisma } from '../generated/prisma/client.js';
import { toChatId, type UserPair } from '../people/user-ids.js';
import { changeWithEvents, appendEvents } from '../events/append-events.sql.js';
import type { NewMessage } from './message-store.port.js';
import { heldFriendship, heldFriendshipNow, type Sql } from './pair-statements.sql.js';

/** A message that is to be stored, unless the two are not friends. */
export interface Draft {
  readonly id: string;
  readonly pair: UserPair;
  readonly message: NewMessage;
}

/** Every statement here returns these of the messages that it stored. */
export interface StoredRow {
  id: string;
  chat_seq: number;
  created_at: Date;
}

/** Waits for whoever changes the friendship. */
export function sendOne(draft: Draft): Sql {
  return sendWhile(heldFriendship(draft.pair), draft);
}

/** Stores nothing when somebody is just changing the friendship. */
export function sendOneNow(draft: Draft): Sql {
  return sendWhile(heldFriendshipNow(draft.pair), draft);
}

/** A refused insert takes its number back, so the chat has no holes. */
function sendWhile(friendship: Sql, { id, pair, message }: Draft): Sql {
  const { senderId, clientId, text } = message;
  const chatId = toChatId(pair);
  const change = Prisma.sql`
    ${friendship},
    numbered AS (
      INSERT INTO chats AS held (id, lo_id, hi_id, last_seq)
      SELECT ${chatId}::text, lo_id, hi_id, 1 FROM friendship
      ON CONFLICT (id) DO UPDATE SET last_seq = held.last_seq + 1
      RETURNING last_seq
    ),
    change AS (
      INSERT INTO messages (chat_id, seq, id, sender_id, client_id, text)
      SELECT ${chatId}::text, last_seq, ${id}::uuid, ${senderId}::uuid, ${clientId}::text, ${text}::text
      FROM numbered
      RETURNING seq AS chat_seq, id::text, created_at
    )`;
  return changeWithEvents(change, [
    { userId: pair.lo, type: 'message', personId: senderId, chatId },
    { userId: pair.hi, type: 'message', personId: senderId, chatId },
  ]);
}

/**
 * The same for many at once, but for those that repeat a `clientId` or whose friendship somebody is just changing.
 * Friendships, then chats, then counters are locked, each in one order, so no two writers deadlock; a chat and a
 * counter that get several rows move once, and the rows are numbered in the order of the drafts.
 */
export function sendMany(drafts: readonly Draft[]): Sql {
  const list = (of: (draft: Draft) => string | null) => drafts.map(of);
  return appendEvents(
    Prisma.sql`
    draft AS (
      SELECT * FROM unnest(
        ${list(({ id }) => id)}::uuid[],
        ${list(({ pair }) => toChatId(pair))}::text[],
        ${list(({ pair }) => pair.lo)}::uuid[],
        ${list(({ pair }) => pair.hi)}::uuid[],
        ${list(({ message }) => message.senderId)}::uuid[],
        ${list(({ message }) => message.clientId)}::text[],
        ${list(({ message }) => message.text)}::text[]
      ) WITH ORDINALITY AS each (id, chat_id, lo_id, hi_id, sender_id, client_id, text, position)
    ),
    friendship AS (
      SELECT lo_id, hi_id FROM relations
      WHERE (lo_id, hi_id) IN (SELECT lo_id, hi_id FROM draft) AND state = 'friends'
      ORDER BY lo_id, hi_id FOR SHARE SKIP LOCKED
    ),
    fresh AS (
      SELECT draft.*, row_number() OVER (PARTITION BY chat_id ORDER BY position DESC) - 1 AS behind
      FROM draft JOIN friendship USING (lo_id, hi_id)
      WHERE NOT EXISTS (
        SELECT 1 FROM messages AS sent
        WHERE sent.sender_id = draft.sender_id AND sent.client_id = draft.client_id
      )
    ),
    numbered AS (
      INSERT INTO chats AS held (id, lo_id, hi_id, last_seq)
      SELECT chat_id, lo_id, hi_id, count(*) FROM fresh
      GROUP BY chat_id, lo_id, hi_id ORDER BY lo_id, hi_id
      ON CONFLICT (id) DO UPDATE SET last_seq = held.last_seq + excluded.last_seq
      RETURNING id, last_seq
    ),
    change AS (
      INSERT INTO messages (chat_id, seq, id, sender_id, client_id, text)
      SELECT chat_id, last_seq - behind, fresh.id, sender_id, client_id, text
      FROM fresh JOIN numbered ON numbered.id = fresh.chat_id
      RETURNING seq AS chat_seq, id, created_at
    ),
    entry AS (
      SELECT side.user_id, position, 'message' AS type, sender_id AS person_id, chat_id, chat_seq
      FROM change JOIN fresh USING (id) CROSS JOIN LATERAL (VALUES (lo_id), (hi_id)) AS side (user_id)
    )`,
    Prisma.sql`SELECT chat_seq, id::text, created_at FROM change`,
  );
}
