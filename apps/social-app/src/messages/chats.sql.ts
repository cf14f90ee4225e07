import { changeWithEvents } from '../events/append-events.sql.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import type { Cursor } from '../paging/cursor.js';
import { mutedUntil as mutedUntilOf } from '../people/muted-until.sql.js';
import { joinSeen, toPerson, type Profile } from '../people/seen-person.sql.js';
import { partnerOf, toChatId, type UserPair } from '../people/user-ids.js';
import {
  awaitsErasure,
  isExpired,
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
  expirySeconds: number | null;
  listedAt: Date;
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
      entry.unread - ${expiredUnread(me)} AS unread, entry.last_at AS "listedAt",
      chat.expiry_seconds AS "expirySeconds", entry.archived, entry.marked_unread AS "markedUnread", entry.partner_id::text AS "personId", ${messageColumns}, seen.profile,
      ${mutedUntilOf(me, Prisma.sql`entry.partner_id`)} AS "mutedUntil",
      ${pinsSeenBy(me)} AS pinned
    FROM (
      SELECT entry.*, newest.seq AS shown_seq FROM chat_entries AS entry
      CROSS JOIN LATERAL (${newestShown}) AS newest
      WHERE user_id = ${me} AND ${isAfter}
      ORDER BY last_at DESC, partner_id DESC LIMIT ${limit}::int
    ) AS entry
    ${joinChatOf(me, Prisma.sql`entry.partner_id`)}
    CROSS JOIN LATERAL (
      SELECT * FROM messages WHERE chat_id = chat.id AND seq = entry.shown_seq LIMIT 1
    ) AS message
    ${joinSeen(me, Prisma.sql`entry.partner_id`, 'chat')}
    ORDER BY entry.last_at DESC, entry.partner_id DESC`;
}

/** The newest message that the user of `entry` sees: its last one, unless the time of that is over and it is not erased yet. */
const newestShown = Prisma.sql`
  SELECT seq FROM messages
  WHERE chat_id = LEAST(entry.user_id, entry.partner_id) || '--' || GREATEST(entry.user_id, entry.partner_id)
    AND seq <= entry.last_seq AND NOT ${isExpired()}
    AND NOT CASE WHEN entry.user_id < entry.partner_id THEN lo_hidden ELSE hi_hidden END
  ORDER BY seq DESC LIMIT 1`;

/** Messages that `entry` counts as unread, as long as they are not erased. */
function expiredUnread(me: Sql): Sql {
  return Prisma.sql`CASE WHEN entry.unread = 0 THEN 0 ELSE (
    SELECT count(*)::int FROM messages
    WHERE chat_id = chat.id AND expires_at <= now() AND ${awaitsErasure}
      AND seq > CASE WHEN chat.lo_id = ${me} THEN chat.lo_read ELSE chat.hi_read END
      AND sender_id = entry.partner_id AND deleted_at IS NULL
      AND NOT CASE WHEN chat.lo_id = ${me} THEN lo_hidden ELSE hi_hidden END
  ) END`;
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
    expirySeconds: row.expirySeconds,
    listedAt: row.listedAt,
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
