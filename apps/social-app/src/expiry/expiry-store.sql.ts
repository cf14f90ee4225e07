import { changeWithEvents, runWithEvents } from '../events/append-events.sql.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { lockedFriendship, type Sql } from '../messages/message-rows.sql.js';
import { toChatId, type UserPair } from '../people/user-ids.js';
import type { ExpiryStore } from './expiry.js';

export function createSqlExpiryStore(prisma: PrismaClient): ExpiryStore {
  return {
    async set(pair, userId, seconds) {
      const event = { type: 'expiry', personId: userId, chatId: toChatId(pair) } as const;
      const events = [pair.lo, pair.hi].map((each) => ({ ...event, userId: each }));
      const statement = changeWithEvents(expiryChange(pair, seconds), events);
      const rows = await runWithEvents(() => prisma.$queryRaw<object[]>(statement));
      return rows.length === 1;
    },
    async read(pair) {
      const chat = await prisma.chat.findUnique({
        where: { id: toChatId(pair) },
        select: { expirySeconds: true },
      });
      return chat?.expirySeconds ?? null;
    },
  };
}

/** Before the first message there is no row; none is needed for what is so without one. */
function expiryChange(pair: UserPair, seconds: number | null): Sql {
  return Prisma.sql`
    ${lockedFriendship(pair)},
    change AS (
      INSERT INTO chats AS held (id, lo_id, hi_id, last_seq, expiry_seconds)
      SELECT ${toChatId(pair)}::text, lo_id, hi_id, 0, ${seconds}::int FROM friendship
      WHERE ${seconds}::int IS NOT NULL OR EXISTS (SELECT FROM chats WHERE id = ${toChatId(pair)}::text)
      ON CONFLICT (id) DO UPDATE SET expiry_seconds = excluded.expiry_seconds
        WHERE held.expiry_seconds IS DISTINCT FROM excluded.expiry_seconds
      RETURNING NULL::int AS chat_seq
    )`;
}
