// Sends: each message is stored with its number, both events and what devices are to be notified of by one statement, hence one transaction (ADR 0009, 0013).
// Guarantees: numbers of a chat and of an event log have no gaps; a message is stored only while the two are friends,
// because the friendship is locked until the commit; the same `clientId` is stored once; no two writers deadlock, because
// who forwards, then friendships, then files, then chats, then counters are locked, each in one order.
//   batched → stored     with the sends that arrived at the same time; no send waits there for a friendship
//           → waiting    when somebody is changing the friendship, or the send itself was refused
//   waiting → stored     with others of its kind, after whoever changes the friendship
//           → repeated   when the `clientId` exists: the reply is the message that was stored first
//           → refused    when the two are not friends, or the sender does not see what is replied to or forwarded,
//                        or has not the files to attach
// In both, a chat or counter that somebody has locked holds up the sends of its two people alone (ADR 0030). An error
// that leaves the outcome open is thrown to every caller of the batch.
import { randomUUID } from 'node:crypto';
import {
  type Attempt,
  boundedLockWait,
  inBatches,
  isDataFault,
  isUniqueViolation,
  statementBatches,
  type Statements,
} from '@triptych/postgres';
import {
  hasItsFiles,
  offeredFiles,
  storedFiles,
  takenFiles,
} from '../attachments/attachment-rows.sql.js';
import type { Attachment } from '../attachments/attachment.js';
import { appendEvents } from '../events/append-events.sql.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { toChatId } from '../people/user-ids.js';
import { queuePushes } from '../push/queue-pushes.sql.js';
import { isExpired, quoteOf, toQuote, type QuoteRow, type Sql } from './message-rows.sql.js';
import type { MessageStore, Refusal, StoredMessage } from './message-store.port.js';
import { findRefusal, findRepeated, textSeenBy, type Draft } from './refused-sends.sql.js';
import { sentDraftEntries, sentDrafts } from './sent-drafts.sql.js';

interface StoredRow {
  id: string;
  chat_seq: number;
  created_at: Date;
  expires_at: Date | null;
  reply_to: QuoteRow | null;
  /** The text of a copy, which only the database knows. */
  copied: string | null;
  attachments: readonly Attachment[] | null;
}

export function createSendMessage(
  prisma: PrismaClient,
  statements: Statements,
  timeoutMs: number,
): MessageStore['send'] {
  // Whoever changes a counter or a chat of one of them locks out both.
  const options = {
    ...statementBatches,
    timeoutMs,
    locksOf: ({ pair }: Draft) => [pair.lo, pair.hi],
  };
  const storeWith = (lock: Locks) =>
    inBatches(async (drafts: readonly Draft[], { signal }: Attempt) => {
      const rows = await statements.prepared<StoredRow>(sendStatement(drafts, lock), signal);
      return toMessages(drafts, rows);
    }, options);
  const [sendBatched, sendWaiting] = [storeWith(skipLocked), storeWith(waitForLock)];

  async function sendAgain(draft: Draft): Promise<StoredMessage | Refusal> {
    try {
      const sent = (await sendWaiting(draft)) ?? (await findRepeated(prisma, draft));
      return sent ?? (await findRefusal(prisma, draft));
    } catch (error) {
      const repeated = isUniqueViolation(error) ? await findRepeated(prisma, draft) : null;
      if (repeated === null) throw error;
      return repeated;
    }
  }

  return async (pair, message) => {
    const draft = { id: randomUUID(), pair, message };
    const stored = await sendBatched(draft).catch((error: unknown) => {
      if (isDataFault(error)) return null;
      throw error;
    });
    return stored ?? sendAgain(draft);
  };
}

function toMessages(drafts: readonly Draft[], rows: readonly StoredRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return drafts.map(({ id, pair, message }): StoredMessage | null => {
    const row = byId.get(id);
    if (!row) return null;
    const { chat_seq: seq, created_at: createdAt, expires_at: expiresAt } = row;
    const { senderId, clientId, forward } = message;
    const place = { id, chatId: toChatId(pair), senderId, clientId, seq, createdAt };
    const text = message.text ?? row.copied ?? '';
    const content = { text, forwarded: forward !== null, replyTo: toQuote(row.reply_to) };
    const { attachments } = row;
    return {
      ...place,
      ...content,
      attachments,
      editedAt: null,
      deletedAt: null,
      expiresAt,
      reactions: [],
    };
  });
}

const originalText = textSeenBy(Prisma.sql`draft.sender_id::text`, Prisma.sql`draft.forward_id`);

/** What a repeated request to forward is recognised by, if it can be repeated; as `findRepeated` makes it. */
const forwardDigest = Prisma.sql`
  CASE WHEN draft.client_id IS NOT NULL THEN sha256(convert_to(draft.id::text, 'UTF8') || decode('00', 'hex')
    || convert_to(draft.forward_id::text, 'UTF8')) END`;

/** Whether a statement waits for locked people, friendships and files, or leaves their messages out. */
type Locks = Sql;
const waitForLock: Locks = Prisma.empty;
const skipLocked: Locks = Prisma.sql`SKIP LOCKED`;

const toReceivers = Prisma.sql`
  SELECT chat_seq, chat_id, CASE sender_id WHEN lo_id THEN hi_id ELSE lo_id END AS receiver_id
  FROM change JOIN fresh USING (id, chat_id)`;

/** A CTE with a row for each draft. */
function draftsOf(drafts: readonly Draft[]): Sql {
  const list = (of: (draft: Draft) => string | null) => drafts.map(of);
  return Prisma.sql`
    draft AS (
      SELECT *, COALESCE(string_to_array(files, ','), '{}')::uuid[] AS attachment_ids FROM unnest(
        ${list(({ id }) => id)}::uuid[],
        ${list(({ pair }) => toChatId(pair))}::text[],
        ${list(({ pair }) => pair.lo)}::uuid[],
        ${list(({ pair }) => pair.hi)}::uuid[],
        ${list(({ message }) => message.senderId)}::uuid[],
        ${list(({ message }) => message.clientId)}::text[],
        ${list(({ message }) => message.text)}::text[],
        ${list(({ message }) => message.replyTo)}::uuid[],
        ${list(({ message }) => message.forward)}::uuid[],
        ${list(({ message }) => message.attachments.join() || null)}::text[]
      ) WITH ORDINALITY
        AS each (id, chat_id, lo_id, hi_id, sender_id, client_id, text, reply_to_id, forward_id, files, position)
      WHERE ${Prisma.raw(boundedLockWait)}
    )`;
}

/**
 * CTEs with the drafts to store: between friends, with a new `clientId`, by who sees what they reply to or forward. The files of a
 * copy refer to who forwards, whose row would be locked after the friendship otherwise; an erasure locks it before.
 */
function freshOf(lock: Locks): Sql {
  return Prisma.sql`
    forwarder AS (
      SELECT id FROM users WHERE id IN (SELECT sender_id FROM draft WHERE forward_id IS NOT NULL)
      ORDER BY id FOR KEY SHARE ${lock}
    ),
    friendship AS (
      SELECT lo_id, hi_id FROM relations
      WHERE (lo_id, hi_id) IN (SELECT lo_id, hi_id FROM draft) AND state = 'friends'
        AND (SELECT count(*) FROM forwarder) >= 0
      ORDER BY lo_id, hi_id FOR SHARE ${lock}
    ),
    ${offeredFiles(lock)},
    fresh AS (
      SELECT draft.*, quoted.seq AS reply_to_seq, COALESCE(draft.text, original.text) AS content,
        ${forwardDigest} AS forward_digest, original.attachment_ids AS original_ids,
        CASE WHEN draft.forward_id IS NULL THEN draft.attachment_ids
          ELSE ARRAY(SELECT gen_random_uuid() FROM unnest(original.attachment_ids)) END AS file_ids,
        row_number() OVER (PARTITION BY chat_id ORDER BY position DESC) - 1 AS behind
      FROM draft JOIN friendship USING (lo_id, hi_id)
      LEFT JOIN LATERAL (
        SELECT seq FROM messages
        WHERE id = draft.reply_to_id AND chat_id = draft.chat_id AND deleted_at IS NULL
          AND NOT ${isExpired()}
          AND NOT CASE WHEN draft.sender_id = draft.lo_id THEN lo_hidden ELSE hi_hidden END
        LIMIT 1
      ) AS quoted ON true
      LEFT JOIN LATERAL (${originalText}) AS original ON true
      WHERE (draft.reply_to_id IS NULL OR quoted.seq IS NOT NULL)
        AND (draft.forward_id IS NULL OR draft.sender_id IN (SELECT id FROM forwarder))
        AND COALESCE(draft.text, original.text) IS NOT NULL AND ${hasItsFiles} AND NOT EXISTS (
        SELECT 1 FROM messages AS sent
        WHERE sent.sender_id = draft.sender_id AND sent.client_id = draft.client_id
      )
    )`;
}

/**
 * Returns the drafts that were stored: those between friends whose `clientId` is new and who see what they reply to or forward.
 * A chat and a counter that get several rows are updated once, and the rows are numbered in the order of the drafts. An insert that is refused rolls
 * its number back, so the chat has no gaps.
 */
export function sendStatement(drafts: readonly Draft[], lock: Locks = waitForLock): Sql {
  return appendEvents(
    Prisma.sql`
    ${draftsOf(drafts)},
    ${freshOf(lock)},
    numbered AS (
      INSERT INTO chats AS held (id, lo_id, hi_id, last_seq)
      SELECT chat_id, lo_id, hi_id, count(*) FROM fresh
      GROUP BY chat_id, lo_id, hi_id ORDER BY lo_id, hi_id
      ON CONFLICT (id) DO UPDATE SET last_seq = held.last_seq + excluded.last_seq
      RETURNING id, last_seq
    ),
    change AS (
      INSERT INTO messages (chat_id, seq, id, sender_id, client_id, text, reply_to_id,
        reply_to_seq, forwarded, sent_digest, attachment_ids)
      SELECT chat_id, last_seq - behind, fresh.id, sender_id, client_id, content, reply_to_id,
        reply_to_seq, forward_id IS NOT NULL, forward_digest, file_ids
      FROM fresh JOIN numbered ON numbered.id = fresh.chat_id
      RETURNING chat_id, seq AS chat_seq, id, created_at, expires_at, reply_to_id, reply_to_seq, attachment_ids,
        CASE WHEN forwarded THEN text END AS copied
    ),
    ${takenFiles},
    ${queuePushes(toReceivers)},
    ${sentDrafts},
    entry AS (
      SELECT side.user_id, 2 * position AS position, 'message' AS type, sender_id AS person_id, chat_id, chat_seq
      FROM change JOIN fresh USING (id, chat_id) CROSS JOIN LATERAL (VALUES (lo_id), (hi_id)) AS side (user_id)
      UNION ALL ${sentDraftEntries}
    )`,
    Prisma.sql`
    SELECT chat_seq, id::text, created_at, expires_at, copied, ${storedFiles} AS attachments, ${Prisma.raw(quoteOf('change'))} AS reply_to FROM change`,
  );
}
