import { Prisma } from '../generated/prisma/client.js';

type Sql = ReturnType<typeof Prisma.sql>;

/**
 * Until when the one wants to hear nothing of the chat with the other; null when they want to. Found by the key of the
 * table, and judged by the clock of the database, whichever replica asks.
 *
 * @param me and `other`: ids
 */
export function mutedUntil(me: Sql, other: Sql): Sql {
  return Prisma.sql`(
    SELECT until FROM chat_mutes
    WHERE user_id = ${me} AND partner_id = ${other} AND until > now()
  )`;
}
