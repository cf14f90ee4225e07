import { randomUUID } from 'node:crypto';
import { isUniqueViolation, withRetry } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { toChatId, type UserPair } from '../pairs/user-pair.js';
import { changeWithEvents } from '../realtime/event-rows.prisma.js';
import { listChats } from './chat-list.prisma.js';
import type { MessageStore, NewMessage, StoredMessage } from './message-store.port.js';

type Sql = ReturnType<typeof Prisma.sql>;

export function createPrismaMessageStore(prisma: PrismaClient): MessageStore {
  async function findSent({ senderId, clientId }: NewMessage): Promise<StoredMessage | null> {
    if (clientId === null) return null;
    return prisma.message.findUnique({ where: { senderId_clientId: { senderId, clientId } } });
  }

  /** The first message again when `message` repeats it, whatever has become of the friendship since. */
  async function repeat(pair: UserPair, message: NewMessage) {
    const first = await findSent(message);
    if (!first) return null;
    const same = first.chatId === toChatId(pair) && first.text === message.text;
    return same ? first : 'client-id-reused';
  }

  async function insert(pair: UserPair, message: NewMessage): Promise<StoredMessage | null> {
    const rows = await withRetry(() =>
      prisma.$queryRaw<InsertedRow[]>(sendStatement(pair, message)),
    );
    const [row] = rows;
    if (!row) return null;
    const { id, chat_seq: seq, created_at: createdAt } = row;
    return { ...message, id, chatId: toChatId(pair), seq, createdAt };
  }

  return {
    async send(pair, message) {
      try {
        const sent = await insert(pair, message);
        return sent ?? (await repeat(pair, message)) ?? 'not-friends';
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        const first = await repeat(pair, message);
        if (first === null) throw error;
        return first;
      }
    },
    listBefore: ({ lo, hi }, before, limit) =>
      prisma.message.findMany({
        where: { chatId: toChatId({ lo, hi }), ...(before !== null && { seq: { lt: before } }) },
        orderBy: { seq: 'desc' },
        take: limit,
      }),
    listChats: (userId) => listChats(prisma, userId),
    hasChat: (pair) => hasChat(prisma, pair),
    async markRead(pair, userId, seq) {
      const rows = await withRetry(() =>
        prisma.$queryRaw<object[]>(readStatement(pair, userId, seq)),
      );
      return rows.length === 1;
    },
  };
}

async function hasChat(prisma: PrismaClient, { lo, hi }: UserPair): Promise<boolean> {
  const rows = await prisma.$queryRaw<object[]>`
    SELECT 1 FROM chats WHERE id = ${toChatId({ lo, hi })}
    UNION ALL
    SELECT 1 FROM relations
    WHERE lo_id = ${lo}::uuid AND hi_id = ${hi}::uuid AND state = 'friends'`;
  return rows.length > 0;
}

interface InsertedRow {
  id: string;
  chat_seq: number;
  created_at: Date;
}

/**
 * The friendship is held until the commit: who ends it at the same moment comes before or after the message, never
 * in the midst. A refused insert takes its number back, so the chat has no holes.
 */
function sendStatement(pair: UserPair, { senderId, clientId, text }: NewMessage): Sql {
  const { lo, hi } = pair;
  const chatId = toChatId(pair);
  const change = Prisma.sql`
    friendship AS (
      SELECT lo_id, hi_id FROM relations
      WHERE lo_id = ${lo}::uuid AND hi_id = ${hi}::uuid AND state = 'friends' FOR SHARE
    ),
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
    { userId: lo, type: 'message', personId: hi, chatId },
    { userId: hi, type: 'message', personId: lo, chatId },
  ]);
}

function readStatement(pair: UserPair, userId: string, seq: number): Sql {
  const chatId = toChatId(pair);
  const mark = userId === pair.lo ? Prisma.sql`lo_read` : Prisma.sql`hi_read`;
  const change = Prisma.sql`
    change AS (
      UPDATE chats SET ${mark} = LEAST(${seq}::int, last_seq)
      WHERE id = ${chatId}::text AND ${mark} < LEAST(${seq}::int, last_seq)
      RETURNING ${mark} AS chat_seq
    )`;
  return changeWithEvents(change, [
    { userId: pair.lo, type: 'read', personId: userId, chatId },
    { userId: pair.hi, type: 'read', personId: userId, chatId },
  ]);
}
