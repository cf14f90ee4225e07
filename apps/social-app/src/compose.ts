import type { Log } from '@triptych/logging';
import type { Database } from '@triptych/postgres';
import { composeChat, type ChatContext } from './compose-chat.js';
import { composeSignIn } from './compose-sign-in.js';
import { publicOrigin, quotaSettings, requestRules, type Config } from './config.js';
import { createPrisma, openAppDatabase } from './database.js';
import { eraseUser } from './erasure/erase-user.sql.js';
import { createErase } from './erasure/erasure.js';
import { createPrismaExportSource } from './export/export-source.prisma.js';
import { createExport } from './export/export.js';
import { createFriends } from './friends/friends.js';
import { createSqlRelationStore } from './friends/relation-store.sql.js';
import { rateLimitQuotas } from './http/rate-limit-quotas.js';
import { findWebClient } from './http/web-client-root.files.js';
import { createPrismaAccountStore } from './people/account-store.prisma.js';
import { toEmailKey } from './people/email.js';
import { createPrismaReportStore } from './reports/report-store.prisma.js';
import { createReports } from './reports/reports.js';
import { sessionCookie } from './sessions/session-cookie.js';
import { createSessionGuard } from './sessions/session-guard.hook.js';
import { keepSessionSecret } from './sessions/session-secret.files.js';
import { createPrismaSessionStore } from './sessions/session-store.prisma.js';
import { createSessions } from './sessions/sessions.js';
import { createAccount } from './settings/account.js';
import { createPrismaSettingsStore } from './settings/settings-store.prisma.js';
import { createSettings } from './settings/settings.js';

export type Parts = Awaited<ReturnType<typeof compose>>;

/** What the process has beside its configuration, and what a test may put in its place. */
export interface Context extends ChatContext {
  readonly log: Log;
  /** `import.meta.url` of main, beside which the web client is looked for. */
  readonly moduleUrl?: string;
}

/** Opens the database, brings an embedded one up to date, and plugs the adapters into the use cases. */
export async function compose(config: Config, context: Context) {
  const database = await openAppDatabase(config, context.log);
  await database.prepare();
  return composeOn(database, config, context);
}

/** The same on a database that is open and up to date; closing the parts closes it. */
export async function composeOn(database: Database, config: Config, context: Context) {
  const prisma = createPrisma(database);
  const origin = publicOrigin(config);
  const cookie = sessionCookie(origin);
  const secret = config.SESSION_SECRET ?? (await keepSessionSecret(config.DATA_DIR));

  const accounts = createPrismaAccountStore(prisma);
  const sessions = createSessions(createPrismaSessionStore(prisma, database));
  const settings = createPrismaSettingsStore(prisma);
  const { signIn, close: closeSignIn } = composeSignIn(
    { prisma, accounts, sessions, origin },
    config,
  );
  const {
    wakeups,
    close: closeChat,
    ...chat
  } = composeChat({ prisma, database, sessions, settings, config }, context);
  const account = createAccount(accounts, sessions);
  const relations = createSqlRelationStore(prisma);
  const source = createPrismaExportSource(prisma);

  return {
    ...chat,
    origin,
    secret,
    sessionCookie: cookie,
    accounts,
    sessions,
    signIn,
    guard: createSessionGuard(sessions, cookie),
    quotas: rateLimitQuotas(quotaSettings(config)),
    webClientRoot: context.moduleUrl === undefined ? null : findWebClient(context.moduleUrl),
    account,
    settings: createSettings({ store: settings, wakeups, presence: chat.presence }),
    friends: createFriends({
      findByEmail: (email) => accounts.findByEmailKey(toEmailKey(email)),
      relations,
      wakeups,
      rules: requestRules(config),
      autoAcceptCrossing: config.AUTO_ACCEPT_CROSSING,
    }),
    reports: createReports(createPrismaReportStore(prisma)),
    exportOf: createExport({ account, relations, settings, source }),
    erase: createErase({
      accounts,
      eraseUser: (userId) => eraseUser(prisma, userId),
      sessions,
      wakeups,
    }),
    checks: { database: () => database.probe() },
    async close() {
      await closeChat();
      await closeSignIn();
      await prisma.$disconnect();
      await database.close();
    },
  };
}
