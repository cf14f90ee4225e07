import { appendEvents, runWithEvents } from '../events/append-events.sql.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { friendship, type Sql } from '../messages/message-rows.sql.js';
import { writtenCharacters } from '../messages/sent-drafts.sql.js';
import type { Cursor } from '../paging/cursor.js';
import { pairOf, requirePartner, toChatId, type UserPair } from '../people/user-ids.js';
import { shownDraft, toShownDraft, type DraftRow } from './draft-rows.sql.js';
import type { ClearedDraft, DraftChange, DraftStore, ListedDraft, NewDraft } from './drafts.js';

interface Outcome extends DraftChange {
  readonly friends: boolean;
  /** Whether the message of this name begins with the draft; null: there is none. */
  readonly sent: boolean | null;
}

export function createSqlDraftStore(prisma: PrismaClient): DraftStore {
  return {
    async set(pair, userId, draft) {
      const statement = setStatement(pair, userId, draft);
      const [row] = await runWithEvents(() => prisma.$queryRaw<Outcome[]>(statement));
      if (!row?.friends) return 'not-friends';
      const { changed, cursor, sent } = row;
      return sent === false ? 'client-id-reused' : { changed, cursor, sent: sent === true };
    },
    async clear(pair, userId, clientId) {
      const statement = clearStatement(pair, userId, clientId);
      const [row] = await runWithEvents(() => prisma.$queryRaw<ClearedDraft[]>(statement));
      const { changed = false, cursor = 0, kept = false } = row ?? {};
      return { changed, cursor, kept };
    },
    async list(userId, after, limit) {
      const rows = await prisma.$queryRaw<ListedRow[]>(draftListStatement(userId, after, limit));
      return rows.flatMap((row) => toListed(userId, row));
    },
  };
}

/** An event for the user's own devices, if a row has changed. */
function withEvent(change: Sql, pair: UserPair, userId: string, result: Sql): Sql {
  return appendEvents(
    Prisma.sql`
    ${change},
    entry AS (
      SELECT ${userId}::uuid AS user_id, 1 AS position, 'draft' AS type, partner_id AS person_id,
        ${toChatId(pair)}::text AS chat_id, NULL::int AS chat_seq FROM change
    )`,
    Prisma.sql`
    SELECT ${result} EXISTS (SELECT FROM change) AS changed, COALESCE(
      (SELECT seq FROM head), (SELECT seq FROM event_heads WHERE user_id = ${userId}::uuid), 0
    ) AS cursor`,
  );
}

/** Rows are locked in the order in which erasure and the end of a friendship take them: user, relation, draft, counter. */
function setStatement(pair: UserPair, userId: string, { text, replyTo, clientId }: NewDraft): Sql {
  const partnerId = requirePartner(pair, userId);
  const change = Prisma.sql`
    person AS (SELECT id FROM users WHERE id = ${userId}::uuid FOR KEY SHARE),
    friendship AS (${friendship(pair)} AND EXISTS (SELECT FROM person) FOR SHARE),
    sent AS (
      SELECT starts_with(text, btrim(${text}::text, ${writtenCharacters})) AS whole FROM messages
      WHERE sender_id = ${userId}::uuid AND client_id = ${clientId}::text
    ),
    change AS (
      INSERT INTO chat_drafts AS held (user_id, partner_id, text, reply_to_id, client_id)
      SELECT ${userId}::uuid, ${partnerId}::uuid, ${text}::text, ${replyTo}::uuid, ${clientId}::text
      FROM friendship WHERE NOT EXISTS (SELECT FROM sent)
      ON CONFLICT (user_id, partner_id) DO UPDATE SET text = excluded.text,
        reply_to_id = excluded.reply_to_id, client_id = excluded.client_id, changed_at = excluded.changed_at
      WHERE (held.text, held.reply_to_id, held.client_id)
        IS DISTINCT FROM (excluded.text, excluded.reply_to_id, excluded.client_id)
      RETURNING partner_id
    )`;
  const result = Prisma.sql`
    EXISTS (SELECT FROM friendship) AS friends, (SELECT whole FROM sent) AS sent,`;
  return withEvent(change, pair, userId, result);
}

function clearStatement(pair: UserPair, userId: string, clientId: string | null): Sql {
  const isOfChat = Prisma.sql`
    user_id = ${userId}::uuid AND partner_id = ${requirePartner(pair, userId)}::uuid`;
  const isMeant =
    clientId === null
      ? Prisma.sql`true`
      : Prisma.sql`client_id IS NOT DISTINCT FROM ${clientId}::text`;
  const change = Prisma.sql`
    change AS (
      DELETE FROM chat_drafts WHERE ${isOfChat} AND ${isMeant} RETURNING partner_id
    )`;
  const kept = Prisma.sql`
    EXISTS (SELECT FROM chat_drafts WHERE ${isOfChat} AND NOT (${isMeant})) AS kept,`;
  return withEvent(change, pair, userId, kept);
}

interface ListedRow {
  readonly partnerId: string;
  readonly draft: DraftRow | null;
}

/** Few, of which all are read by their key. */
export function draftListStatement(userId: string, after: Cursor | null, limit: number): Sql {
  const isAfter = after
    ? Prisma.sql`(changed_at, partner_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : Prisma.sql`true`;
  return Prisma.sql`
    SELECT * FROM (
      SELECT partner_id::text AS "partnerId", ${shownDraft} AS draft, changed_at, partner_id FROM chat_drafts AS kept
      WHERE user_id = ${userId}::uuid AND ${isAfter}
    ) AS listed WHERE draft IS NOT NULL
    ORDER BY changed_at DESC, partner_id DESC LIMIT ${limit}::int`;
}

function toListed(userId: string, { partnerId, draft }: ListedRow): ListedDraft[] {
  const pair = pairOf(userId, partnerId);
  return pair && draft ? [{ pair, partnerId, ...toShownDraft(draft) }] : [];
}
