import { createHash, randomUUID } from 'node:crypto';
import { isUniqueViolation, withRetry } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { toChatId, type UserPair } from '../pairs/user-pair.js';
import { runDirectly, type Statements } from '../realtime/direct-statements.prisma.js';
import { changeWithEvents } from '../realtime/event-rows.prisma.js';
import { listChats } from './chat-list.prisma.js';
import { messageColumns, toMessage, type MessageRow } from './message-rows.prisma.js';
import type { MessageStore, NewMessage, Stretch } from './message-store.port.js';
import { friendship, heldFriendship, sideOf, type Sql } from './pair-statements.prisma.js';
import { readStatement } from './read-marks.prisma.js';

export function createPrismaMessageStore(
  prisma: PrismaClient,
  statements: Statements,
): MessageStore {
  return {
    async send(pair, message) {
      try {
        const sent = await insert(statements, pair, message);
        return sent ?? (await repeat(prisma, pair, message)) ?? 'not-friends';
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        const first = await repeat(prisma, pair, message);
        if (first === null) throw error;
        return first;
      }
    },
    async list(pair, userId, stretch) {
      const rows = await prisma.$queryRaw<MessageRow[]>(listStatement(pair, userId, stretch));
      return rows.map(toMessage);
    },
    listChats: (userId) => listChats(prisma, userId),
    async hasChat(pair) {
      const rows = await prisma.$queryRaw<object[]>`
        SELECT lo_id, hi_id FROM chats WHERE id = ${toChatId(pair)} UNION ALL ${friendship(pair)}`;
      return rows.length > 0;
    },
    async markRead(pair, userId, seq) {
      const rows = await withRetry(() =>
        prisma.$queryRaw<object[]>(readStatement(pair, userId, seq)),
      );
      return rows.length === 1;
    },
  };
}

async function insert(statements: Statements, pair: UserPair, message: NewMessage) {
  const statement = sendStatement(pair, message);
  const rows = await withRetry(() => runDirectly<InsertedRow>(statements, statement));
  const [row] = rows;
  if (!row) return null;
  const { id, chat_seq: seq, created_at: createdAt } = row;
  const unchanged = { editedAt: null, deletedAt: null, reactions: [] };
  return { ...message, id, chatId: toChatId(pair), seq, createdAt, ...unchanged };
}

/** The first message again when `message` repeats it, whatever has become of it and the friendship since. */
async function repeat(prisma: PrismaClient, pair: UserPair, message: NewMessage) {
  const { senderId, clientId, text } = message;
  if (clientId === null) return null;
  const [row] = await prisma.$queryRaw<(MessageRow & { sentDigest: string | null })[]>`
    SELECT ${messageColumns}, encode(sent_digest, 'hex') AS "sentDigest"
    FROM messages AS message WHERE sender_id = ${senderId}::uuid AND client_id = ${clientId}`;
  if (!row) return null;
  const digest = () => createHash('sha256').update(row.messageId).update(text).digest('hex');
  const sameText = row.sentDigest === null ? row.text === text : row.sentDigest === digest();
  return sameText && row.messageChatId === toChatId(pair) ? toMessage(row) : 'client-id-reused';
}

function listStatement(pair: UserPair, userId: string, { from, direction, limit }: Stretch): Sql {
  const older = direction === 'older';
  const within =
    from === null
      ? Prisma.sql`true`
      : Prisma.sql`seq ${older ? Prisma.raw('<') : Prisma.raw('>')} ${from}::int`;
  return Prisma.sql`
    SELECT ${messageColumns} FROM messages AS message
    WHERE chat_id = ${toChatId(pair)} AND ${within} AND NOT ${sideOf(pair, userId).hidden}
    ORDER BY seq ${older ? Prisma.raw('DESC') : Prisma.raw('ASC')} LIMIT ${limit}::int`;
}

interface InsertedRow {
  id: string;
  chat_seq: number;
  created_at: Date;
}

/** A refused insert takes its number back, so the chat has no holes. */
function sendStatement(pair: UserPair, { senderId, clientId, text }: NewMessage): Sql {
  const { lo, hi } = pair;
  const chatId = toChatId(pair);
  const change = Prisma.sql`
    ${heldFriendship(pair)},
    numbered AS (
      INSERT INTO chats AS held (id, lo_id, hi_id, last_seq)
      SELECT ${chatId}::text, lo_id, hi_id, 1 FROM friendship
      ON CONFLICT (id) DO UPDATE SET last_seq = held.last_seq + 1
      RETURNING last_seq
    ),
    change AS (
      INSERT INTO messages (chat_id, seq, id, sender_id, client_id, text)
      SELECT ${chatId}::text, last_seq, ${randomUUID()}::uuid, ${senderId}::uuid, ${clientId}::text, ${text}::text
      FROM numbered
      RETURNING seq AS chat_seq, id::text, created_at
    )`;
  return changeWithEvents(change, [
    { userId: lo, type: 'message', personId: senderId, chatId },
    { userId: hi, type: 'message', personId: senderId, chatId },
  ]);
}
