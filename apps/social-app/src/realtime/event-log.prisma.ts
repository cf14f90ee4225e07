import type { PrismaClient } from '../generated/prisma/client.js';
import type { EventBatch, EventLog, EventType, LoggedEvent } from './event-log.port.js';

/** The event's own columns are null when there is none after the asked number. */
interface Row {
  head: number;
  seq: number | null;
  type: EventType;
  at: Date;
  chatId: string | null;
  chatSeq: number | null;
  personId: string | null;
  name: string | null;
  email: string | null;
  image: string | null;
  foundPerson: boolean;
  messageId: string | null;
  senderId: string;
  clientId: string | null;
  text: string;
  createdAt: Date;
}

export function createPrismaEventLog(prisma: PrismaClient): EventLog {
  return {
    async readAfter(userId, seq, limit) {
      const rows = await prisma.$queryRaw<Row[]>`
        SELECT head.seq AS head, event.seq, event.type, event.at, event.chat_id AS "chatId",
          event.chat_seq AS "chatSeq", event.person_id::text AS "personId",
          person.id IS NOT NULL AS "foundPerson", person.name, person.email, person.image,
          message.id::text AS "messageId", message.sender_id::text AS "senderId",
          message.client_id AS "clientId", message.text, message.created_at AS "createdAt"
        FROM event_heads AS head
        LEFT JOIN LATERAL (
          SELECT * FROM events WHERE user_id = head.user_id AND seq > ${seq}::int
          ORDER BY seq LIMIT ${limit}::int
        ) AS event ON true
        LEFT JOIN users AS person ON person.id = event.person_id
        LEFT JOIN messages AS message ON event.type = 'message'
          AND message.chat_id = event.chat_id AND message.seq = event.chat_seq
        WHERE head.user_id = ${userId}::uuid
        ORDER BY event.seq`;
      return toBatch(rows);
    },
    async readHead(userId) {
      return (await prisma.eventHead.findUnique({ where: { userId } }))?.seq ?? 0;
    },
    prune: (before, keep) => prisma.$executeRaw`
      DELETE FROM events USING event_heads AS head
      WHERE events.user_id = head.user_id
        AND (events.at < ${before}::timestamptz OR events.seq <= head.seq - ${keep}::int)`,
  };
}

function toBatch(rows: readonly Row[]): EventBatch {
  const events = rows.flatMap((row) => (row.seq === null ? [] : [toEvent(row, row.seq)]));
  return { head: rows[0]?.head ?? 0, events };
}

function toEvent(row: Row, seq: number): LoggedEvent {
  const { type, at, chatId, chatSeq, personId } = row;
  return {
    seq,
    type,
    at,
    chatId,
    chatSeq,
    personId,
    person: toPerson(row),
    message: toMessage(row),
  };
}

function toPerson({ foundPerson, personId: id, name, email, image }: Row) {
  return foundPerson && id !== null ? { id, name, email, image } : null;
}

function toMessage({ messageId: id, chatId, chatSeq: seq, ...row }: Row) {
  if (id === null || chatId === null || seq === null) return null;
  const { senderId, clientId, text, createdAt } = row;
  return { id, chatId, senderId, clientId, text, seq, createdAt };
}
