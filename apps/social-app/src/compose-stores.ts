import type { Database } from '@triptych/postgres';
import { publicOrigin, requestRules, type Config } from './config.js';
import { createPrisma } from './database.js';
import { createHeavyWorks } from './http/heavy-work.js';
import { createErasedAskers } from './friends/erased-askers.sql.js';
import { createSqlRelationStore } from './friends/relation-store.sql.js';
import { createSqlInvitationStore } from './invitations/invitation-store.sql.js';
import { createPrismaAccountStore } from './people/account-store.prisma.js';
import { createSqlHandleStore } from './people/handle-store.sql.js';
import { createPrismaSessionStore } from './sessions/session-store.prisma.js';
import { createSessions } from './sessions/sessions.js';
import { createPrismaSettingsStore } from './settings/settings-store.prisma.js';

export type Stores = ReturnType<typeof createStores>;

/** What the parts of several features are made of. */
export function createStores(database: Database, config: Config, secret: string) {
  const prisma = createPrisma(database);
  const rules = requestRules(config);
  const erasedAskers = createErasedAskers(secret, rules);
  return {
    config,
    database,
    prisma,
    origin: publicOrigin(config),
    accounts: createPrismaAccountStore(prisma),
    handles: createSqlHandleStore(prisma),
    invitations: createSqlInvitationStore(prisma),
    relations: createSqlRelationStore(prisma, rules, erasedAskers),
    asking: { rules, erasedAskers },
    sessions: createSessions(createPrismaSessionStore(prisma, database)),
    settings: createPrismaSettingsStore(prisma),
    heavyWorks: createHeavyWorks({ most: 1, patienceMs: 2000 }),
  };
}
