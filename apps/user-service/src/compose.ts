import type { Log } from '@triptych/logging';
import type { Config } from './config.js';
import { createPrisma, openServiceDatabase } from './database.js';
import { emailKeyOf } from './email-rule/email-key.js';
import { prismaEmailRule } from './email-rule/email-rule.prisma.js';
import { createRuleCheck } from './email-rule/email-rule.js';
import { prismaUserStore } from './users/user-store.prisma.js';
import { createUsers, type Users } from './users/users.js';

export interface Parts {
  readonly users: Users;
  readonly checks: { readonly postgres: () => Promise<void> };
  close(): Promise<void>;
}

const hour = 3_600_000;

/** Opens the database, brings an embedded one up to date, and plugs the stores into the use cases. */
export async function compose(config: Config, log: Log): Promise<Parts> {
  const database = await openServiceDatabase(config, log);
  await database.prepare();
  const prisma = createPrisma(database);
  const rightRule = createRuleCheck(prismaEmailRule(prisma), config.EMAIL_UNIQUENESS, log);
  // Told at the start and not only to the first probe; a database that is away has been told of already.
  await rightRule().catch(() => {});
  const store = prismaUserStore(prisma);
  const sweep = setInterval(() => {
    store.forgetExpiredAnswers().catch(() => log.warn('old idempotency keys were not removed'));
  }, hour).unref();
  return {
    users: createUsers(store, emailKeyOf(config.EMAIL_UNIQUENESS)),
    checks: { postgres: () => database.probe().then(rightRule) },
    close: async () => {
      clearInterval(sweep);
      await prisma.$disconnect();
      await database.close();
    },
  };
}
