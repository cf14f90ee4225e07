import type { PrismaClient } from '../generated/prisma/client.js';
import type { ExportSource } from './export.js';

export function createPrismaExportSource(prisma: PrismaClient): ExportSource {
  return {
    chatsAfter: (userId, chatId, limit) => prisma.$queryRaw<{ chatId: string }[]>`
      SELECT chat.id AS "chatId", chat.last_seq AS "lastSeq", person.name AS "personName",
        (CASE WHEN chat.lo_id = ${userId}::uuid THEN chat.hi_id ELSE chat.lo_id END)::text AS "personId",
        CASE WHEN chat.lo_id = ${userId}::uuid THEN chat.lo_read ELSE chat.hi_read END AS "readSeq"
      FROM chats AS chat
      LEFT JOIN users AS person
        ON person.id = CASE WHEN chat.lo_id = ${userId}::uuid THEN chat.hi_id ELSE chat.lo_id END
      WHERE (chat.lo_id = ${userId}::uuid OR chat.hi_id = ${userId}::uuid) AND chat.id > ${chatId}
      ORDER BY chat.id LIMIT ${limit}::int`,
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
    reportsAfter: (reporterId, reportId, take) =>
      prisma.report.findMany({
        where: { reporterId, ...(reportId !== null && { id: { gt: reportId } }) },
        select: { id: true, reportedId: true, reason: true, note: true, createdAt: true },
        orderBy: { id: 'asc' },
        take,
      }),
  };
}
