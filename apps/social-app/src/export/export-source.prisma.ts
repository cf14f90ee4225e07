import { ownAttachmentsOf, shownFile } from '../attachments/attachment-rows.sql.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { isExpired, joinChatOf } from '../messages/message-rows.sql.js';
import { pinsSeenBy } from '../messages/pins.sql.js';
import { joinSeen } from '../people/seen-person.sql.js';
import { pairOf, toChatId } from '../people/user-ids.js';
import type { ExportSource, MessagePart } from './export.js';

export function createPrismaExportSource(prisma: PrismaClient): ExportSource {
  return {
    chatsAfter: (userId, personId, limit) => prisma.$queryRaw(chats(userId, personId, limit)),
    messagesOf: (userId, part) => prisma.$queryRaw(sent(userId, part)),
    reactionsOf: (userId, part) => prisma.$queryRaw(reactions(userId, part)),
    devicesOf: (userId) =>
      prisma.pushSubscription.findMany({
        where: { userId },
        select: { sessionId: true, service: true, createdAt: true },
        orderBy: { createdAt: 'asc' },
      }),
    async mutesOf(userId) {
      const rows = await prisma.chatMute.findMany({ where: { userId } });
      return rows.flatMap(({ partnerId, until }) => {
        const pair = pairOf(userId, partnerId);
        return pair ? [{ chatId: toChatId(pair), mutedUntil: until }] : [];
      });
    },
    async unsentFilesOf(userId) {
      const rows = await prisma.$queryRaw<{ file: object }[]>`
        SELECT ${Prisma.raw(shownFile('file'))} || jsonb_build_object('createdAt', created_at) AS file
        FROM attachments AS file
        WHERE owner_id = ${userId}::uuid AND chat_id IS NULL AND released_at IS NULL
        ORDER BY created_at, id`;
      return rows.map(({ file }) => file);
    },
    async denialsAfter(targetId, personId, take) {
      const rows = await prisma.denial.findMany({
        where: {
          targetId,
          count: { gt: 0 },
          ...(personId !== null && { requesterId: { gt: personId } }),
        },
        orderBy: { requesterId: 'asc' },
        take,
      });
      return rows.map(({ requesterId, count, lastAt }) => {
        return { personId: requesterId, count, lastAt };
      });
    },
    async draftsAfter(userId, personId, take) {
      const rows = await prisma.chatDraft.findMany({
        where: { userId, ...(personId !== null && { partnerId: { gt: personId } }) },
        orderBy: { partnerId: 'asc' },
        take,
      });
      return rows.map(({ partnerId, text, replyToId, changedAt }) => {
        return { personId: partnerId, text, replyToId, changedAt };
      });
    },
    eventsAfter: (userId, seq, take) =>
      prisma.event.findMany({
        where: { userId, seq: { gt: seq } },
        select: { seq: true, type: true, at: true, personId: true, chatId: true, chatSeq: true },
        orderBy: { seq: 'asc' },
        take,
      }),
    reportsAfter: (reporterId, reportId, take) =>
      prisma.report.findMany({
        where: { reporterId, ...(reportId !== null && { id: { gt: reportId } }) },
        select: { id: true, reportedId: true, reason: true, note: true, createdAt: true },
        orderBy: { id: 'asc' },
        take,
      }),
  };
}

export function chats(userId: string, personId: string | null, limit: number) {
  const me = Prisma.sql`${userId}::uuid`;
  const isAfter = personId === null ? Prisma.sql`true` : Prisma.sql`partner_id > ${personId}::uuid`;
  return Prisma.sql`
    SELECT chat.id AS "chatId", chat.last_seq AS "lastSeq", seen.profile->>'name' AS "personName",
      page.partner_id::text AS "personId",
      CASE WHEN chat.lo_id = ${me} THEN chat.lo_read ELSE chat.hi_read END AS "readSeq",
      chat.expiry_seconds AS "expirySeconds", page.archived, page.marked_unread AS "markedUnread", ${pinsSeenBy(me)} AS pinned
    FROM (
      SELECT partner_id, archived, marked_unread FROM chat_entries WHERE user_id = ${me} AND ${isAfter}
      ORDER BY partner_id LIMIT ${limit}::int
    ) AS page
    ${joinChatOf(me, Prisma.sql`page.partner_id`)}
    ${joinSeen(me, Prisma.sql`page.partner_id`, 'chat')}
    ORDER BY page.partner_id`;
}

/** Read by their chats: a planner might prefer the index of the senders, and read all that the user ever wrote. */
export function sent(userId: string, { chatIds, afterSeq, limit }: MessagePart) {
  return Prisma.sql`
    SELECT chat_id AS "chatId", id::text, seq, text, created_at AS "createdAt",
      edited_at AS "editedAt", deleted_at AS "deletedAt",
      CASE WHEN deleted_at IS NULL AND reply_to_seq IS NOT NULL
        THEN jsonb_build_object('id', reply_to_id, 'seq', reply_to_seq) END AS "replyTo",
      expires_at AS "expiresAt", forwarded AND deleted_at IS NULL AS forwarded,
      COALESCE(${Prisma.raw(ownAttachmentsOf('message'))}, '[]') AS attachments
    FROM (
      SELECT * FROM messages
      WHERE chat_id = ANY(${[...chatIds]}::text[]) AND seq > ${afterSeq}::int OFFSET 0
    ) AS message
    WHERE sender_id = ${userId}::uuid AND NOT ${isExpired('message')}
    ORDER BY chat_id, seq LIMIT ${limit ?? null}::int`;
}

function reactions(userId: string, { chatIds, afterSeq, limit }: MessagePart) {
  return Prisma.sql`
    SELECT chat_id AS "chatId", seq, own.emoji FROM messages
    CROSS JOIN LATERAL (
      SELECT CASE WHEN left(chat_id, 36) = ${userId} THEN lo_reactions ELSE hi_reactions END AS emoji
    ) AS own
    WHERE chat_id = ANY(${[...chatIds]}::text[]) AND seq > ${afterSeq}::int AND cardinality(own.emoji) > 0
      AND NOT ${isExpired()}
    ORDER BY chat_id, seq LIMIT ${limit ?? null}::int`;
}
