import type { PrismaClient } from '../generated/prisma/client.js';
import { friendship } from '../messages/pair-statements.sql.js';
import type { TypingRules } from './typing-rules.port.js';

export function createPrismaTypingRules(prisma: PrismaClient): TypingRules {
  return {
    async look(pair, userId) {
      const [row] = await prisma.$queryRaw<{ friends: boolean; visible: boolean }[]>`
        SELECT EXISTS (${friendship(pair)}) AS friends, NOT EXISTS (
          SELECT 1 FROM user_settings WHERE user_id = ${userId}::uuid AND NOT typing
        ) AS visible`;
      return row ?? { friends: false, visible: false };
    },
  };
}
