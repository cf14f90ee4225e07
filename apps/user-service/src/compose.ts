import type { Log } from '@triptych/logging';
import type { Database } from '@triptych/postgres';
import { createApiKeys } from './access/api-keys.js';
import type { AppParts, Guarded } from './app.js';
import type { Config } from './config.js';
import { createPrisma, openAppDatabase } from './database.js';
import { emailKeyOf, type EmailKeyOf } from './email-rule/email-key.js';
import { prismaEmailRule } from './email-rule/email-rule.prisma.js';
import { createRuleCheck } from './email-rule/email-rule.js';
import type { PrismaClient } from './generated/prisma/client.js';
import { createManagement } from './management/management.js';
import type { UserDirectory } from './management/user-directory.port.js';
import { prismaUserDirectory } from './management/user-directory.prisma.js';
import { createUserImport } from './management/user-import.js';
import { type PrismaUserStore, prismaUserStore } from './users/user-store.prisma.js';
import { sqlUserStore } from './users/user-store.sql.js';
import { createUsers } from './users/users.js';

export interface Parts extends AppParts {
  readonly checks: { readonly postgres: () => Promise<void> };
  close(): Promise<void>;
}

export type ServiceUserStore = PrismaUserStore;

/** Prisma's store, with the two documented routes past it. */
export function openUserStore(
  database: Database,
  prisma: PrismaClient,
  patienceMs: number,
): ServiceUserStore {
  return { ...prismaUserStore(prisma), ...sqlUserStore(database, patienceMs) };
}

const hour = 3_600_000;

/** Opens the database, brings an embedded one up to date, and plugs the stores into the use cases. */
export async function compose(config: Config, log: Log): Promise<Parts> {
  const database = await openAppDatabase(config, log);
  await database.prepare();
  const prisma = createPrisma(database);
  const rightRule = createRuleCheck(prismaEmailRule(prisma), config.EMAIL_UNIQUENESS, log);
  // Told at the start and not only to the first probe; a database that is away has been told of already.
  await rightRule().catch(() => {});
  const store = openUserStore(database, prisma, config.DATABASE_TIMEOUT_MS);
  const sweep = setInterval(() => {
    store.forgetExpiredAnswers().catch(() => log.warn('old idempotency keys were not removed'));
  }, hour).unref();
  const keyOf = emailKeyOf(config.EMAIL_UNIQUENESS);
  return {
    users: createUsers(store, keyOf),
    guarded: guard(config, prismaUserDirectory(database), keyOf, log),
    checks: { postgres: () => database.probe().then(rightRule) },
    close: async () => {
      clearInterval(sweep);
      await prisma.$disconnect();
      await database.close();
    },
  };
}

/** The parts that are there only with API keys. */
export function guard(
  { API_KEYS: keys, REQUIRE_API_KEY: everywhere }: Pick<Config, 'API_KEYS' | 'REQUIRE_API_KEY'>,
  directory: UserDirectory,
  keyOf: EmailKeyOf,
  log: Log,
): Guarded | undefined {
  if (keys === undefined) return undefined;
  return {
    keys: createApiKeys(keys),
    everywhere,
    management: createManagement(directory, keyOf),
    importUsers: createUserImport(directory, keyOf, log),
  };
}
