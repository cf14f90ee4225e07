import { changeWithEvents } from '../events/append-events.sql.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import type { Cursor } from '../paging/cursor.js';
import { mutedUntil as mutedUntilOf } from '../people/muted-until.sql.js';
import { joinSeen, toPerson, type Profile } from '../people/seen-person.sql.js';
import { partnerOf, toChatId, type UserPair } from '../people/user-ids.js';
import {
  joinChatOf,
  lockedFriendship,
  messageColumns,
  sideOf,
  toMessage,
  type MessageRow,
  type Sql,
} from './message-rows.sql.js';
import { pinsSeenBy } from './pins.sql.js';
import type { ChatSummary } from './message-store.port.js';

interface Row extends MessageRow {
  lo: string;
  hi: string;
  readSeq: number;
  readByPartnerSeq: number;
  unread: number;
  mutedUntil: Date | null;
  archived: boolean;
  markedUnread: boolean;
  pinned: number[];
  personId: string;
  profile: Profile | null;
}

/** Conversations of a user with their newest messages: a page reads its own rows (ADR 0038). */
export async function listChats(
  prisma: PrismaClient,
  userId: string,
  after: Cursor | null,
  limit: number,
): Promise<ChatSummary[]> {
  const rows = await prisma.$queryRaw<Row[]>(chatListStatement(userId, after, limit));
  return rows.map(toSummary);
}

export function chatListStatement(userId: string, after: Cursor | null, limit: number): Sql {
  const me = Prisma.sql`${userId}::uuid`;
  const isAfter = after
    ? Prisma.sql`(last_at, partner_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : Prisma.sql`last_at IS NOT NULL`;
  return Prisma.sql`
    SELECT chat.lo_id::text AS lo, chat.hi_id::text AS hi,
      CASE WHEN chat.lo_id = ${me} THEN chat.lo_read ELSE chat.hi_read END AS "readSeq",
      CASE WHEN chat.lo_id = ${me} THEN chat.hi_shown ELSE chat.lo_shown END AS "readByPartnerSeq",
      entry.unread, entry.archived, entry.marked_unread AS "markedUnread", entry.partner_id::text AS "personId", ${messageColumns}, seen.profile,
      ${mutedUntilOf(me, Prisma.sql`entry.partner_id`)} AS "mutedUntil",
      ${pinsSeenBy(me)} AS pinned
    FROM (
      SELECT * FROM chat_entries WHERE user_id = ${me} AND ${isAfter}
      ORDER BY last_at DESC, partner_id DESC LIMIT ${limit}::int
    ) AS entry
    ${joinChatOf(me, Prisma.sql`entry.partner_id`)}
    CROSS JOIN LATERAL (
      SELECT * FROM messages WHERE chat_id = chat.id AND seq = entry.last_seq LIMIT 1
    ) AS message
    ${joinSeen(me, Prisma.sql`entry.partner_id`, 'chat')}
    ORDER BY entry.last_at DESC, entry.partner_id DESC`;
}

function toSummary(row: Row): ChatSummary {
  const { lo, hi, unread, readSeq, readByPartnerSeq, mutedUntil, archived, markedUnread } = row;
  return {
    pair: { lo, hi },
    person: toPerson(row.personId, row.profile),
    lastMessage: toMessage(row),
    unread,
    readSeq,
    readByPartnerSeq,
    mutedUntil,
    archived,
    markedUnread,
    pinned: row.pinned,
  };
}

/** Ends that the user has marked the chat as unread, and shows other windows that it is read as far as it was. */
export function endUnreadStatement(pair: UserPair, userId: string): Sql {
  const chatId = toChatId(pair);
  const partnerId = partnerOf(pair, userId) ?? userId;
  const change = Prisma.sql`
    held AS (
      SELECT ${sideOf(pair, userId).read} AS seq FROM chats WHERE id = ${chatId}::text FOR NO KEY UPDATE
    ),
    change AS (
      UPDATE chat_entries SET marked_unread = false FROM held
      WHERE user_id = ${userId}::uuid AND partner_id = ${partnerId}::uuid AND marked_unread
      RETURNING held.seq AS chat_seq
    )`;
  return changeWithEvents(change, [{ type: 'read', personId: userId, chatId, userId }]);
}

/**
 * Moves the user's own mark, and with it the one that the partner sees, if the two are friends and the user shows it.
 * What was read in private is therefore not revealed later.
 */
export function readStatement(pair: UserPair, userId: string, seq: number): Sql {
  const chatId = toChatId(pair);
  const { read, shown } = sideOf(pair, userId);
  const change = Prisma.sql`
    ${lockedFriendship(pair)},
    shows AS (
      SELECT EXISTS (SELECT 1 FROM friendship) AND NOT EXISTS (
        SELECT 1 FROM user_settings WHERE user_id = ${userId}::uuid AND NOT read_receipts
      ) AS yes
    ),
    change AS (
      UPDATE chats SET ${read} = LEAST(${seq}::int, last_seq),
        ${shown} = CASE WHEN shows.yes THEN LEAST(${seq}::int, last_seq) ELSE ${shown} END
      FROM shows
      WHERE id = ${chatId}::text AND ${read} < LEAST(${seq}::int, last_seq)
      RETURNING ${read} AS chat_seq, shows.yes AS shown
    )`;
  const event = { type: 'read', personId: userId, chatId } as const;
  return changeWithEvents(change, [
    { ...event, userId },
    {
      ...event,
      userId: partnerOf(pair, userId) ?? userId,
      onlyIf: Prisma.sql`(SELECT shown FROM change)`,
    },
  ]);
}
