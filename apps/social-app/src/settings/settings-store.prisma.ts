import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { changeWithEvents, runWithEvents } from '../events/append-events.sql.js';
import type { Settings, SettingsStore } from './settings.js';

const untouched: Settings = { readReceipts: true, typing: true, presence: true };

export function createPrismaSettingsStore(prisma: PrismaClient): SettingsStore {
  const select = { readReceipts: true, typing: true, presence: true } as const;
  return {
    async read(userId) {
      return (await prisma.userSettings.findUnique({ where: { userId }, select })) ?? untouched;
    },
    async change(userId, { readReceipts = null, typing = null, presence = null }) {
      const change = Prisma.sql`
        change AS (
          INSERT INTO user_settings AS held (user_id, read_receipts, typing, presence)
          VALUES (${userId}::uuid, COALESCE(${readReceipts}::boolean, true),
            COALESCE(${typing}::boolean, true), COALESCE(${presence}::boolean, true))
          ON CONFLICT (user_id) DO UPDATE SET
            read_receipts = COALESCE(${readReceipts}::boolean, held.read_receipts),
            typing = COALESCE(${typing}::boolean, held.typing),
            presence = COALESCE(${presence}::boolean, held.presence)
          RETURNING NULL::int AS chat_seq, read_receipts AS "readReceipts", typing, presence
        )`;
      const statement = changeWithEvents(change, [{ userId, type: 'settings' }]);
      const [row] = await runWithEvents(() => prisma.$queryRaw<Settings[]>(statement));
      if (!row) throw new Error('settings were neither inserted nor updated');
      return { readReceipts: row.readReceipts, typing: row.typing, presence: row.presence };
    },
  };
}
