import type { Database } from '@triptych/postgres';
import { publicOrigin, requestRules, type Config } from './config.js';
import { createPrisma } from './database.js';
import { createHeavyWorks } from './http/heavy-work.js';
import { createSqlRelationStore } from './friends/relation-store.sql.js';
import { createSqlInvitationStore } from './invitations/invitation-store.sql.js';
import { createPrismaAccountStore } from './people/account-store.prisma.js';
import { createSqlHandleStore } from './people/handle-store.sql.js';
import { createPrismaSessionStore } from './sessions/session-store.prisma.js';
import { createSessions } from './sessions/sessions.js';
import { createPrismaSettingsStore } from './settings/settings-store.prisma.js';

export type Stores = ReturnType<typeof createStores>;

/** What the parts of several features are made of. */
export function createStores(database: Database, config: Config) {
  const prisma = createPrisma(database);
  return {
    config,
    database,
    prisma,
    origin: publicOrigin(config),
    accounts: createPrismaAccountStore(prisma),
    handles: createSqlHandleStore(prisma),
    invitations: createSqlInvitationStore(prisma),
    relations: createSqlRelationStore(prisma, requestRules(config)),
    sessions: createSessions(createPrismaSessionStore(prisma, database)),
    settings: createPrismaSettingsStore(prisma),
    heavyWorks: createHeavyWorks({ most: heavyPlaces(database), patienceMs: 2000 }),
  };
}

/** A fifth of the connections: the rest is for what takes milliseconds. */
function heavyPlaces({ connections }: Database): number {
  return Math.max(1, Math.floor((connections?.().most ?? 1) / 5));
}
