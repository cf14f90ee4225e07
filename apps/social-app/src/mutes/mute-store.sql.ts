import type { PrismaClient } from '../generated/prisma/client.js';
import { Prisma } from '../generated/prisma/client.js';
import { changeWithEvents, runWithEvents } from '../events/append-events.sql.js';
import { requirePartner, toChatId, type UserPair } from '../people/user-ids.js';
import type { MuteStore } from './mutes.js';

/** The end of a mute that is for good: a date like any other to whoever compares it. */
const forGood = new Date('9999-12-31T00:00:00.000Z');

export function createSqlMuteStore(prisma: PrismaClient): MuteStore {
  const decide = <Row>(pair: UserPair, userId: string, change: ReturnType<typeof Prisma.sql>) => {
    const personId = requirePartner(pair, userId);
    const event = { type: 'mute', userId, personId, chatId: toChatId(pair) } as const;
    const statement = changeWithEvents(change, [event]);
    return runWithEvents(() => prisma.$queryRaw<Row[]>(statement));
  };
  return {
    async mute(pair, userId, seconds) {
      const partnerId = requirePartner(pair, userId);
      // What has ended is deleted on this occasion.
      const change = Prisma.sql`
        forgotten AS (
          DELETE FROM chat_mutes
          WHERE user_id = ${userId}::uuid AND partner_id <> ${partnerId}::uuid AND until <= now()
        ),
        change AS (
          INSERT INTO chat_mutes AS held (user_id, partner_id, until)
          VALUES (${userId}::uuid, ${partnerId}::uuid,
            COALESCE(now() + make_interval(secs => ${seconds}::int), ${forGood}::timestamptz))
          ON CONFLICT (user_id, partner_id) DO UPDATE SET until = excluded.until
          RETURNING NULL::int AS chat_seq, until
        )`;
      const [row] = await decide<{ until: Date }>(pair, userId, change);
      if (!row) throw new Error('a mute was neither inserted nor updated');
      return row.until;
    },
    async unmute(pair, userId) {
      const change = Prisma.sql`
        change AS (
          DELETE FROM chat_mutes
          WHERE user_id = ${userId}::uuid AND partner_id = ${requirePartner(pair, userId)}::uuid
            AND until > now()
          RETURNING NULL::int AS chat_seq
        )`;
      return (await decide<object>(pair, userId, change)).length === 1;
    },
  };
}
