import {
  describeDatabaseFault,
  isDatabaseAway,
  isForeignKeyViolation,
  RequestTime,
  type Database,
  inFolder,
} from '@triptych/postgres';
import { observeConnections } from '@triptych/service-host';
import { composeAttachments } from './compose-attachments.js';
import { composeChat, type Context } from './compose-chat.js';
import { composePictures } from './compose-pictures.js';
import { composePush } from './compose-push.js';
import { composeSignIn } from './compose-sign-in.js';
import { createStores, type Stores } from './compose-stores.js';
import { quotaSettings, type Config } from './config.js';
import { openAppDatabase } from './database.js';
import type { Waker } from './events/wakeups.js';
import { eraseUser } from './erasure/erase-user.sql.js';
import { createErase } from './erasure/erasure.js';
import { createPrismaExportSource } from './export/export-source.prisma.js';
import { createExport } from './export/export.js';
import { createFriends } from './friends/friends.js';
import { rateLimitQuotas } from './http/rate-limit-quotas.js';
import { databaseProblem } from './http/unavailable.js';
import { findWebClient } from './http/web-client-root.files.js';
import { createInvitations } from './invitations/invitations.js';
import { toEmailKey } from './people/email.js';
import { createPrismaReportStore } from './reports/report-store.prisma.js';
import { createReports } from './reports/reports.js';
import { sessionCookie } from './sessions/session-cookie.js';
import { unauthenticatedIf } from './sessions/session-guard.hook.js';
import { keepSessionSecret } from './sessions/kept-secrets.files.js';
import { createAccount } from './settings/account.js';
import { createSettings } from './settings/settings.js';

export type Parts = Awaited<ReturnType<typeof compose>>;

/** Opens the database, brings an embedded one up to date, and plugs the adapters into the use cases. */
export async function compose(config: Config, context: Context) {
  const database = await openAppDatabase(config, context.log);
  await database.prepare();
  return composeOn(database, config, context);
}

/** The same on a database that is open and up to date; closing the parts closes it. */
export async function composeOn(database: Database, config: Config, context: Context) {
  const secret = config.SESSION_SECRET ?? (await inFolder(keepSessionSecret(config.DATA_DIR)));
  const stores = createStores(database, config, secret);
  const { prisma, origin, accounts, handles, sessions, settings, invitations } = stores;
  const { pictures, close: closePictures } = composePictures(stores, context.log);
  const { signIn, close: closeSignIn } = composeSignIn(stores, pictures, context.metrics);
  const { push, close: closePush } = await composePush(stores, context);
  const { wakeups, close: closeChat, ...chat } = composeChat(stores, context);
  if (context.metrics) observeConnections(context.metrics, database.connections);
  const { close: closeAttachments, ...files } = composeAttachments(stores, context);
  const onRenamed = chat.personChanges.publish;
  const account = createAccount({ accounts, handles, sessions, onRenamed });
  const source = createPrismaExportSource(prisma);
  const reports = createReports(createPrismaReportStore(prisma));
  return {
    ...chat,
    origin,
    secret,
    sessionCookie: sessionCookie(origin),
    accounts,
    sessions,
    signIn,
    quotas: rateLimitQuotas(quotaSettings(config)),
    heavyWorks: stores.heavyWorks,
    webClientRoot: context.moduleUrl === undefined ? null : findWebClient(context.moduleUrl),
    account,
    settings: createSettings(settings, wakeups, chat.presence),
    friends: composeFriends(stores, wakeups),
    invitations: createInvitations({
      store: invitations,
      relations: stores.relations,
      reports,
      wakeups,
      origin,
    }),
    ...files,
    pictures,
    push,
    reports,
    exportOf: createExport({ ...stores, account, source }),
    erase: createErase({
      accounts,
      eraseUser: (userId) => eraseUser(prisma, userId, stores.asking),
      sessions,
      wakeups,
    }),
    createDatabaseTime: () => new RequestTime(config.DATABASE_TIMEOUT_MS),
    databaseProblem: translateFaults(),
    checks: { database: () => database.probe() },
    async close() {
      await closeAttachments();
      await closePush();
      await closeChat();
      await closeSignIn();
      await closePictures();
      await prisma.$disconnect();
      await database.close();
    },
  };
}

function composeFriends({ accounts, handles, relations, config }: Stores, wakeups: Waker) {
  return createFriends({
    findByEmail: (email) => accounts.findByEmailKey(toEmailKey(email)),
    findByHandle: (handle) => handles.findHolder(handle),
    relations,
    wakeups,
    autoAcceptCrossing: config.AUTO_ACCEPT_CROSSING,
  });
}

function translateFaults() {
  const outage = databaseProblem((thrown) =>
    isDatabaseAway(thrown) ? describeDatabaseFault(thrown) : undefined,
  );
  const callerGone = unauthenticatedIf(isForeignKeyViolation);
  const translate = (thrown: unknown) => callerGone(thrown) ?? outage.translate(thrown);
  return { ...outage, translate };
}
