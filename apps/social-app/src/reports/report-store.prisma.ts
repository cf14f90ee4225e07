import { randomUUID } from 'node:crypto';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { haveMet } from '../people/met-people.sql.js';
import { toChatId, type UserPair } from '../people/user-ids.js';
import type { NewReport, Report, ReportedMessage, ReportStore } from './reports.js';

interface Facts {
  met: boolean;
  messages: ReportedMessage[];
}

export function createPrismaReportStore(prisma: PrismaClient): ReportStore {
  return {
    async insert(pair, report) {
      const [facts] = await prisma.$queryRaw<[Facts]>(factsQuery(pair, report));
      if (!facts.met && !report.byLink) return 'stranger';
      if (facts.messages.length < report.messageIds.length) return 'no-message';
      const { reporterId, reportedId, reason, note } = report;
      const messages = facts.messages as unknown as Prisma.InputJsonValue;
      const data = { reporterId, reportedId, reason, note, messages };
      const files = facts.messages.flatMap(({ attachments = [] }) =>
        attachments.map(({ id }) => id),
      );
      // Those that are released meanwhile are there for a while yet.
      const [created] = await prisma.$transaction([
        prisma.report.create({ data, select: { id: true } }),
        prisma.$executeRaw`
          UPDATE attachments SET reported_at = now() WHERE id = ANY (${files}::uuid[])`,
      ]);
      return created;
    },
    async find(id) {
      const row = await prisma.report.findUnique({ where: { id } });
      return row && toReport(row);
    },
    async listOpen(after, limit) {
      const rows = await prisma.report.findMany({
        where: { resolvedAt: null, ...(after !== null && { id: { gt: after } }) },
        orderBy: { id: 'asc' },
        take: limit,
      });
      return rows.map(toReport);
    },
    async resolve(id, resolution, resolvedAt) {
      const where = { id, resolvedAt: null };
      const { count } = await prisma.report.updateMany({ where, data: { resolution, resolvedAt } });
      return count === 1;
    },
  };
}

/** Whether the two have met, and the messages of their chat that were named. */
function factsQuery(pair: UserPair, { reporterId, reportedId, messageIds }: NewReport) {
  const chatId = toChatId(pair);
  const ids = Prisma.sql`ARRAY[${Prisma.join([...messageIds, randomUUID()])}]::uuid[]`;
  return Prisma.sql`
    SELECT ${haveMet(Prisma.sql`${reporterId}::uuid`, Prisma.sql`${reportedId}::uuid`)} AS met,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', id, 'seq', seq, 'senderId', sender_id,
          'text', CASE WHEN expires_at <= now() THEN '' ELSE text END, 'createdAt', created_at)
          || CASE WHEN forwarded THEN '{"forwarded": true}'::jsonb ELSE '{}' END
          || ${filesOf} ORDER BY seq)
        FROM messages AS message WHERE chat_id = ${chatId} AND id = ANY(${ids})
      ), '[]'::jsonb) AS messages`;
}

/** Nothing of a message without files. */
const filesOf = Prisma.sql`
  CASE WHEN cardinality(attachment_ids) > 0 AND COALESCE(expires_at > now(), true) THEN jsonb_build_object('attachments', (
    SELECT COALESCE(jsonb_agg(jsonb_build_object('id', file.id, 'object', file.object, 'kind', file.kind,
      'type', file.type, 'size', file.size, 'name', file.name)), '[]')
    FROM attachments AS file WHERE file.chat_id = message.chat_id AND file.seq = message.seq
  )) ELSE '{}' END`;

function toReport({ messages, ...row }: Prisma.ReportGetPayload<object>): Report {
  return { ...row, messages: messages as unknown as ReportedMessage[] };
}
