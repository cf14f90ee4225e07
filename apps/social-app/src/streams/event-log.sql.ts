import { inBatches, runStatement, statementBatches, type Statements } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { messageColumns, toMessage, type MessageRow } from '../messages/message-rows.sql.js';
import type { EventBatch, EventLog, EventType, LoggedEvent } from './event-log.port.js';
import { pruneEvents } from '../events/prune-events.sql.js';

/** The event's own columns are null when there is none after the asked number; the joined ones when nothing is there. */
interface Row extends MessageRow {
  look: number;
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

/** What one reader asks for: so many events after a number. */
interface Look {
  readonly userId: string;
  readonly seq: number;
  readonly limit: number;
}

/** Readers who look at once share a statement: a message wakes two, a restart everybody. */
export function createSqlEventLog(prisma: PrismaClient, statements: Statements): EventLog {
  const look = inBatches(async (looks: readonly Look[]) => {
    const rows = await runStatement<Row>(statements, lookStatement(looks));
    const byLook = looks.map((): Row[] => []);
    for (const row of rows) byLook[row.look - 1]?.push(row);
    return byLook.map(toBatch);
  }, statementBatches);
  const lookAtHead = inBatches(async (userIds: readonly string[]) => {
    const rows = await runStatement<{ userId: string; seq: number }>(
      statements,
      Prisma.sql`
        SELECT user_id::text AS "userId", seq FROM event_heads WHERE user_id = ANY (${[...userIds]}::uuid[])`,
    );
    const heads = new Map(rows.map(({ userId, seq }) => [userId, seq]));
    return userIds.map((userId) => heads.get(userId) ?? 0);
  }, statementBatches);
  return {
    readAfter: (userId, seq, limit) => look({ userId, seq, limit }),
    readHead: lookAtHead,
    prune: (before, keep) => pruneEvents(prisma, before, keep),
  };
}

function lookStatement(looks: readonly Look[]): ReturnType<typeof Prisma.sql> {
  return Prisma.sql`
    SELECT look.nr::int AS look, head.seq AS head, event.seq AS "eventSeq", event.type, event.at,
      event.chat_id AS "chatId", event.chat_seq AS "chatSeq",
      event.person_id::text AS "personId", person.id IS NOT NULL AS "foundPerson",
      person.name, person.email, person.image,
      message.id IS NOT NULL AS "foundMessage", ${messageColumns},
      own.read_receipts AS "readReceipts", own.typing, own.presence
    FROM unnest(
      ${looks.map(({ userId }) => userId)}::uuid[],
      ${looks.map(({ seq }) => seq)}::int[],
      ${looks.map(({ limit }) => limit)}::int[]
    ) WITH ORDINALITY AS look (user_id, seq, most, nr)
    JOIN event_heads AS head ON head.user_id = look.user_id
    LEFT JOIN LATERAL (
      SELECT * FROM events WHERE user_id = head.user_id AND seq > look.seq
      ORDER BY seq LIMIT look.most
    ) AS event ON true
    LEFT JOIN users AS person ON person.id = event.person_id
    LEFT JOIN messages AS message
      ON event.type IN ('message', 'message_edited', 'message_deleted', 'reaction')
      AND message.chat_id = event.chat_id AND message.seq = event.chat_seq
      AND NOT (CASE WHEN starts_with(message.chat_id, head.user_id::text)
        THEN message.lo_hidden ELSE message.hi_hidden END)
    LEFT JOIN user_settings AS own ON event.type = 'settings' AND own.user_id = head.user_id
    ORDER BY look.nr, event.seq`;
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
