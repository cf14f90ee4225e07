import { changeWithEvents } from '../events/append-events.sql.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import type { Cursor } from '../paging/cursor.js';
import { joinSeen, toPerson, type Profile } from '../people/seen-person.sql.js';
import { partnerOf, toChatId, type UserPair } from '../people/user-ids.js';
import {
  lockedFriendship,
  messageColumns,
  sideOf,
  toMessage,
  type MessageRow,
  type Sql,
} from './message-rows.sql.js';
import type { ChatSummary } from './message-store.port.js';

interface Row extends MessageRow {
  lo: string;
  hi: string;
  readSeq: number;
  readByPartnerSeq: number;
  unread: number;
  personId: string;
  profile: Profile | null;
}

/**
 * Conversations of a user with their newest messages and their unread ones counted, in one query. Which message is the
 * newest of each has to be looked up for all of them; the unread are counted for those of the page alone.
 */
export async function listChats(
  prisma: PrismaClient,
  userId: string,
  after: Cursor | null,
  limit: number,
): Promise<ChatSummary[]> {
  const isAfter = after
    ? Prisma.sql`(message.created_at, mine.partner_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : Prisma.sql`true`;
  const rows = await prisma.$queryRaw<Row[]>`
    WITH mine AS (
      SELECT id, lo_id, hi_id, true AS is_lo, hi_id AS partner_id, lo_read AS own_read,
        hi_shown AS partner_read
      FROM chats WHERE lo_id = ${userId}::uuid
      UNION ALL
      SELECT id, lo_id, hi_id, false, lo_id, hi_read, lo_shown
      FROM chats WHERE hi_id = ${userId}::uuid
    )
    SELECT page.*, seen.profile FROM (
    SELECT mine.lo_id::text AS lo, mine.hi_id::text AS hi,
      mine.own_read AS "readSeq", mine.partner_read AS "readByPartnerSeq",
      (SELECT count(*)::int FROM messages AS unread
        WHERE unread.chat_id = mine.id AND unread.seq > mine.own_read
          AND unread.sender_id = mine.partner_id AND unread.deleted_at IS NULL
          AND NOT (CASE WHEN mine.is_lo THEN unread.lo_hidden ELSE unread.hi_hidden END)
      ) AS unread,
      mine.partner_id::text AS "personId", ${messageColumns}
    FROM mine
    CROSS JOIN LATERAL (
      SELECT * FROM messages AS shown
      WHERE shown.chat_id = mine.id
        AND NOT (CASE WHEN mine.is_lo THEN shown.lo_hidden ELSE shown.hi_hidden END)
      ORDER BY shown.seq DESC LIMIT 1
    ) AS message
    WHERE ${isAfter}
    ORDER BY message.created_at DESC, mine.partner_id DESC
    LIMIT ${limit}::int
    ) AS page
    ${joinSeen(Prisma.sql`${userId}::uuid`, Prisma.sql`page."personId"::uuid`, 'chat')}
    ORDER BY page."createdAt" DESC, page."personId"::uuid DESC`;
  return rows.map(toSummary);
}

function toSummary(row: Row): ChatSummary {
  const { lo, hi, unread, readSeq, readByPartnerSeq, personId, profile } = row;
  return {
    pair: { lo, hi },
    person: toPerson(personId, profile),
    lastMessage: toMessage(row),
    unread,
    readSeq,
    readByPartnerSeq,
  };
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
