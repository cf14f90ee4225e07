import { createHash, randomUUID } from 'node:crypto';
import { isUniqueViolation, type Statements, withRetry } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { toChatId, type UserPair } from '../people/user-ids.js';
import { listChats } from './chats.sql.js';
import { messageColumns, toMessage, type MessageRow } from './message-rows.sql.js';
import { createMessageSends } from './message-sends.sql.js';
import type { MessageStore, NewMessage, MessageRange } from './message-store.port.js';
import { friendship, sideOf, type Sql } from './pair-statements.sql.js';
import { readStatement } from './read-marks.sql.js';
import type { Draft } from './send-statements.sql.js';

export function createSqlMessageStore(prisma: PrismaClient, statements: Statements): MessageStore {
  const sends = createMessageSends(statements);

  async function sendAlone(draft: Draft) {
    const { pair, message } = draft;
    try {
      return (await sends.alone(draft)) ?? (await repeat(prisma, pair, message)) ?? 'not-friends';
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      const first = await repeat(prisma, pair, message);
      if (first === null) throw error;
      return first;
    }
  }

  return {
    async send(pair, message) {
      const draft = { id: randomUUID(), pair, message };
      const sent = await sends.together(draft);
      return sent ?? (await repeat(prisma, pair, message)) ?? sendAlone(draft);
    },
    async list(pair, userId, stretch) {
      const rows = await prisma.$queryRaw<MessageRow[]>(listStatement(pair, userId, stretch));
      return rows.map(toMessage);
    },
    listChats: (userId, after, limit) => listChats(prisma, userId, after, limit),
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

function listStatement(
  pair: UserPair,
  userId: string,
  { from, direction, limit }: MessageRange,
): Sql {
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
