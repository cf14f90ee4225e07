import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { joinSeen } from '../people/seen-person.sql.js';
import type { ExportSource, MessageKey } from './export.js';

export function createPrismaExportSource(prisma: PrismaClient): ExportSource {
  return {
    chatsAfter: (userId, chatId, limit) => prisma.$queryRaw(chats(userId, chatId, limit)),
    messagesAfter: (senderId, chatId, seq, take) =>
      prisma.message.findMany({
        where: { chatId, senderId, seq: { gt: seq } },
        select: {
          id: true,
          seq: true,
          text: true,
          createdAt: true,
          editedAt: true,
          deletedAt: true,
        },
        orderBy: { seq: 'asc' },
        take,
      }),
    reactionsAfter: (userId, last, limit) => prisma.$queryRaw(reactions(userId, last, limit)),
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

function chats(userId: string, chatId: string, limit: number) {
  return Prisma.sql`
    SELECT page.id AS "chatId", page.last_seq AS "lastSeq", seen.profile->>'name' AS "personName",
      page.partner_id::text AS "personId", page.own_read AS "readSeq"
    FROM (
      SELECT id, last_seq,
        CASE WHEN lo_id = ${userId}::uuid THEN hi_id ELSE lo_id END AS partner_id,
        CASE WHEN lo_id = ${userId}::uuid THEN lo_read ELSE hi_read END AS own_read
      FROM chats WHERE (lo_id = ${userId}::uuid OR hi_id = ${userId}::uuid) AND id > ${chatId}
      ORDER BY id LIMIT ${limit}::int
    ) AS page
    ${joinSeen(Prisma.sql`${userId}::uuid`, Prisma.sql`page.partner_id`, 'chat')}
    ORDER BY page.id`;
}

function reactions(userId: string, last: MessageKey, limit: number) {
  return Prisma.sql`
    SELECT message.chat_id AS "chatId", message.seq, own.emoji FROM chats AS chat
    JOIN messages AS message ON message.chat_id = chat.id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN chat.lo_id = ${userId}::uuid THEN message.lo_reactions
        ELSE message.hi_reactions END AS emoji
    ) AS own
    WHERE (chat.lo_id = ${userId}::uuid OR chat.hi_id = ${userId}::uuid) AND cardinality(own.emoji) > 0
      AND (message.chat_id, message.seq) > (${last.chatId}, ${last.seq}::int)
    ORDER BY message.chat_id, message.seq LIMIT ${limit}::int`;
}
