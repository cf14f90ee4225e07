import { Prisma } from '../generated/prisma/client.js';
import { partnerOf, toChatId, type UserPair } from '../people/user-ids.js';
import { changeWithEvents } from '../events/append-events.sql.js';
import { heldFriendship, sideOf, type Sql } from './pair-statements.sql.js';

/**
 * Moves the own mark, and the one shown to the other if it may be: what was read in private is not told later by
 * itself, and nothing after the friendship.
 */
export function readStatement(pair: UserPair, userId: string, seq: number): Sql {
  const chatId = toChatId(pair);
  const { read, shown } = sideOf(pair, userId);
  const change = Prisma.sql`
    ${heldFriendship(pair)},
    shows AS (
      SELECT EXISTS (SELECT 1 FROM friendship) AND NOT EXISTS (
        SELECT 1 FROM user_settings WHERE user_id = ${userId}::uuid AND NOT read_receipts
      ) AS yes
    ),
    change AS (
      UPDATE chats SET ${read} = LEAST(${seq}::int, last_seq),
        ${shown} = CASE WHEN shows.yes THEN LEAST(${seq}::int, last_seq) ELSE ${shown} END
      FROM shows
      WHERE id = ${chatId}::text AND ${read} < LEAST(${seq}::int, last_seq)
      RETURNING ${read} AS chat_seq, shows.yes AS shown
    )`;
  const told = { type: 'read', personId: userId, chatId } as const;
  return changeWithEvents(change, [
    { ...told, userId },
    {
      ...told,
      userId: partnerOf(pair, userId) ?? userId,
      onlyIf: Prisma.sql`(SELECT shown FROM change)`,
    },
  ]);
}
