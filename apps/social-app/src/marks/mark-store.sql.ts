import { changeWithEvents, runWithEvents } from '../events/append-events.sql.js';
import type { EventType } from '../events/event-types.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { requirePartner, toChatId, type UserPair } from '../people/user-ids.js';
import type { Mark, MarkStore } from './marks.js';

const columns = {
  archived: Prisma.sql`archived`,
  unread: Prisma.sql`marked_unread`,
} satisfies Record<Mark, object>;
const eventTypes: Readonly<Record<Mark, EventType>> = { archived: 'archive', unread: 'unread' };

export function createSqlMarkStore(prisma: PrismaClient): MarkStore {
  return {
    async set(pair, userId, mark, isSet) {
      const statement = markStatement(pair, userId, mark, isSet);
      const rows = await runWithEvents(() => prisma.$queryRaw<object[]>(statement));
      return rows.length === 1;
    },
  };
}

/** The chat is locked before its entry, and both before the counter, as a message does that takes it out of the archive. */
function markStatement(pair: UserPair, userId: string, mark: Mark, isSet: boolean) {
  const chatId = toChatId(pair);
  const partnerId = requirePartner(pair, userId);
  const column = columns[mark];
  const change = Prisma.sql`
    held AS (SELECT id FROM chats WHERE id = ${chatId}::text FOR NO KEY UPDATE),
    change AS (
      UPDATE chat_entries SET ${column} = ${isSet}::boolean FROM held
      WHERE user_id = ${userId}::uuid AND partner_id = ${partnerId}::uuid
        AND last_seq IS NOT NULL AND ${column} <> ${isSet}::boolean
      RETURNING NULL::int AS chat_seq
    )`;
  return changeWithEvents(change, [
    { type: eventTypes[mark], userId, personId: partnerId, chatId },
  ]);
}
