import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { messageColumns, toMessage, type MessageRow } from '../messages/message-rows.prisma.js';
import { runDirectly, type Statements } from './direct-statements.prisma.js';
import type { EventBatch, EventLog, EventType, LoggedEvent } from './event-log.port.js';
import { pruneEvents } from './event-pruning.prisma.js';

/** The event's own columns are null when there is none after the asked number; the joined ones when nothing is there. */
interface Row extends MessageRow {
  head: number;
  eventSeq: number | null;
  type: EventType;
  at: Date;
  chatId: string | null;
  chatSeq: number | null;
  personId: string | null;
  name: string | null;
  email: string | null;
  image: string | null;
  foundPerson: boolean;
  foundMessage: boolean;
  readReceipts: boolean | null;
  typing: boolean | null;
  presence: boolean | null;
}

export function createPrismaEventLog(prisma: PrismaClient, statements: Statements): EventLog {
  return {
    async readAfter(userId, seq, limit) {
      const rows = await runDirectly<Row>(
        statements,
        Prisma.sql`
        SELECT head.seq AS head, event.seq AS "eventSeq", event.type, event.at,
          event.chat_id AS "chatId", event.chat_seq AS "chatSeq",
          event.person_id::text AS "personId", person.id IS NOT NULL AS "foundPerson",
          person.name, person.email, person.image,
          message.id IS NOT NULL AS "foundMessage", ${messageColumns},
          own.read_receipts AS "readReceipts", own.typing, own.presence
        FROM event_heads AS head
        LEFT JOIN LATERAL (
          SELECT * FROM events WHERE user_id = head.user_id AND seq > ${seq}::int
          ORDER BY seq LIMIT ${limit}::int
        ) AS event ON true
        LEFT JOIN users AS person ON person.id = event.person_id
        LEFT JOIN messages AS message
          ON event.type IN ('message', 'message_edited', 'message_deleted', 'reaction')
          AND message.chat_id = event.chat_id AND message.seq = event.chat_seq
          AND NOT (CASE WHEN starts_with(message.chat_id, head.user_id::text)
            THEN message.lo_hidden ELSE message.hi_hidden END)
        LEFT JOIN user_settings AS own ON event.type = 'settings' AND own.user_id = head.user_id
        WHERE head.user_id = ${userId}::uuid
        ORDER BY event.seq`,
      );
      return toBatch(rows);
    },
    async readHead(userId) {
      return (await prisma.eventHead.findUnique({ where: { userId } }))?.seq ?? 0;
    },
    prune: (before, keep) => pruneEvents(prisma, before, keep),
  };
}

function toBatch(rows: readonly Row[]): EventBatch {
  const events = rows.flatMap((row) => (row.eventSeq === null ? [] : [toEvent(row, row.eventSeq)]));
  return { head: rows[0]?.head ?? 0, events };
}

function toEvent(row: Row, seq: number): LoggedEvent {
  const { type, at, chatId, chatSeq, personId, foundMessage } = row;
  const [person, settings] = [toPerson(row), toSettings(row)];
  const message = foundMessage ? toMessage(row) : null;
  return { seq, type, at, chatId, chatSeq, personId, person, message, settings };
}

function toPerson({ foundPerson, personId: id, name, email, image }: Row) {
  return foundPerson && id !== null ? { id, name, email, image } : null;
}

function toSettings({ readReceipts, typing, presence }: Row) {
  return readReceipts !== null && typing !== null && presence !== null
    ? { readReceipts, typing, presence }
    : null;
}
