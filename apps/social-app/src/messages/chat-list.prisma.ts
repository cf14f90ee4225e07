import type { PrismaClient } from '../generated/prisma/client.js';
import type { ChatSummary } from './message-store.port.js';

interface Row {
  lo: string;
  hi: string;
  chatId: string;
  readSeq: number;
  readByPartnerSeq: number;
  unread: number;
  personId: string;
  name: string | null;
  email: string | null;
  image: string | null;
  id: string;
  senderId: string;
  clientId: string | null;
  text: string;
  seq: number;
  createdAt: Date;
}

/** Every conversation of a user with its newest message and its unread ones counted, in one query. */
export async function listChats(prisma: PrismaClient, userId: string): Promise<ChatSummary[]> {
  const rows = await prisma.$queryRaw<Row[]>`
    WITH mine AS (
      SELECT id, lo_id, hi_id, last_seq, hi_id AS partner_id, lo_read AS own_read, hi_read AS partner_read
      FROM chats WHERE lo_id = ${userId}::uuid
      UNION ALL
      SELECT id, lo_id, hi_id, last_seq, lo_id, hi_read, lo_read
      FROM chats WHERE hi_id = ${userId}::uuid
    )
    SELECT mine.lo_id::text AS lo, mine.hi_id::text AS hi, mine.id AS "chatId",
      mine.own_read AS "readSeq", mine.partner_read AS "readByPartnerSeq",
      (SELECT count(*)::int FROM messages AS unread
        WHERE unread.chat_id = mine.id AND unread.seq > mine.own_read
          AND unread.sender_id = mine.partner_id) AS unread,
      mine.partner_id::text AS "personId", person.name, person.email, person.image,
      message.id::text, message.sender_id::text AS "senderId", message.client_id AS "clientId",
      message.text, message.seq, message.created_at AS "createdAt"
    FROM mine
    LEFT JOIN users AS person ON person.id = mine.partner_id
    JOIN messages AS message ON message.chat_id = mine.id AND message.seq = mine.last_seq
    ORDER BY message.created_at DESC, mine.id`;
  return rows.map(toSummary);
}

function toSummary(row: Row): ChatSummary {
  const { lo, hi, unread, readSeq, readByPartnerSeq, personId, name, email, image } = row;
  const { id, chatId, senderId, clientId, text, seq, createdAt } = row;
  return {
    pair: { lo, hi },
    person: { id: personId, name, email, image },
    lastMessage: { id, chatId, senderId, clientId, text, seq, createdAt },
    unread,
    readSeq,
    readByPartnerSeq,
  };
}
