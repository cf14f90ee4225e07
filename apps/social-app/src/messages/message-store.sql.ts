import type { Statements } from '@triptych/postgres';
import { runWithEvents } from '../events/append-events.sql.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { toChatId, type UserPair } from '../people/user-ids.js';
import { endUnreadStatement, listChats, readStatement } from './chats.sql.js';
import {
  friendship,
  isExpired,
  messageColumns,
  sideOf,
  toMessage,
  type MessageRow,
  type Sql,
} from './message-rows.sql.js';
import type { MessageRange, MessageStore } from './message-store.port.js';
import { listPinned } from './pins.sql.js';
import { createSendMessage } from './send-messages.sql.js';

/** @param timeoutMs after which `send` fails, whatever the database does */
export function createSqlMessageStore(
  prisma: PrismaClient,
  statements: Statements,
  timeoutMs: number,
): MessageStore {
  return {
    send: createSendMessage(prisma, statements, timeoutMs),
    async list(pair, userId, range) {
      const rows = await prisma.$queryRaw<MessageRow[]>(listStatement(pair, userId, range));
      return rows.map(toMessage);
    },
    listPinned: (pair, userId) => listPinned(prisma, pair, userId),
    listChats: (userId, after, limit) => listChats(prisma, userId, after, limit),
    async areFriends({ lo, hi }) {
      const where = { loId: lo, hiId: hi, state: 'friends' };
      return (await prisma.relation.count({ where })) === 1;
    },
    async hasChat(pair) {
      const rows = await prisma.$queryRaw<object[]>`
        SELECT lo_id, hi_id FROM chats WHERE id = ${toChatId(pair)} UNION ALL ${friendship(pair)}`;
      return rows.length > 0;
    },
    async markRead(pair, userId, seq) {
      const happens = async (statement: Sql) =>
        (await runWithEvents(() => prisma.$queryRaw<object[]>(statement))).length === 1;
      // A mark that moves ends it, too, by a trigger.
      return (
        (await happens(readStatement(pair, userId, seq))) ||
        happens(endUnreadStatement(pair, userId))
      );
    },
  };
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
      AND NOT ${isExpired('message')}
    ORDER BY seq ${older ? Prisma.raw('DESC') : Prisma.raw('ASC')} LIMIT ${limit}::int`;
}
