import { createHttpClient } from '@triptych/http-client';
import type { Log } from '@triptych/logging';
import { openDatabase, type Database } from '@triptych/postgres';
import { createPrismaAccountStore } from './people/account-store.prisma.js';
import { toEmailKey } from './people/email.js';
import { createCodeFlow } from './auth/code-flow.oauth2.js';
import { createPrismaFlowStore } from './auth/flow-store.prisma.js';
import { createProviderFetch } from './auth/provider-fetch.http.js';
import { createProviders } from './auth/providers.js';
import { createSignIn } from './auth/sign-in.js';
import { composeChat, type ChatSurroundings } from './compose-chat.js';
import {
  limitSettings,
  providerSettings,
  publicOrigin,
  requestRules,
  type Config,
} from './config.js';
import { composeSafety } from './compose-safety.js';
import { createFriends } from './friends/friends.js';
import { createSqlRelationStore } from './friends/relation-store.sql.js';
import { PrismaClient } from './generated/prisma/client.js';
import { routeLimits } from './http/route-limits.js';
import { keptSecret } from './session-secret.js';
import { sessionCookie } from './sessions/session-cookie.js';
import { createSessionGuard } from './sessions/session-guard.hook.js';
import { createPrismaSessionStore } from './sessions/session-store.prisma.js';
import { createSessions } from './sessions/sessions.js';

export type Parts = Awaited<ReturnType<typeof compose>>;

export function openOwnDatabase(config: Config, log: Log): Promise<Database> {
  return openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    applicationName: 'social-app',
    preferIndexes: true,
    migrationsDir: new URL('../prisma/migrations/', import.meta.url),
    log,
  });
}

/** What the process gives, and what a test may put in its place. */
export type Surroundings = ChatSurroundings;

/** Opens what the app stands on; whoever calls it closes it. */
export async function compose(config: Config, around: Surroundings) {
  const database = await openOwnDatabase(config, around.log);
  await database.prepare();
  return composeOn(database, config, around);
}

/** The same on a database that is open already; tests bring one of their own. */
export async function composeOn(database: Database, config: Config, around: Surroundings) {
  const prisma = new PrismaClient(database.clientOptions);
  const origin = publicOrigin(config);
  const cookie = sessionCookie(origin);
  const secret = config.SESSION_SECRET ?? (await keptSecret(config.DATA_DIR));

  const accounts = createPrismaAccountStore(prisma);
  const sessions = createSessions(createPrismaSessionStore(prisma, database));
  const { http, providers } = composeProviders(config, origin);
  const flows = createPrismaFlowStore(prisma);
  const chat = composeChat({ prisma, database, sessions, config }, around);
  const people = { findByEmail: (email: string) => accounts.findByEmailKey(toEmailKey(email)) };
  const relations = createSqlRelationStore(prisma);

  return {
    origin,
    secret,
    sessionCookie: cookie,
    accounts,
    sessions,
    guard: createSessionGuard(sessions, cookie),
    safety: composeSafety(prisma, { accounts, sessions, relations, wakeups: chat.wakeups }),
    limits: routeLimits(limitSettings(config)),
    signIn: createSignIn({ providers, flows, accounts, sessions }),
    friends: createFriends({
      people,
      relations,
      wakeups: chat.wakeups,
      rules: requestRules(config),
      autoAcceptCrossing: config.AUTO_ACCEPT_CROSSING,
    }),
    chat,
    checks: { database: () => database.probe() },
    async close() {
      await chat.close();
      await http.close();
      await prisma.$disconnect();
      await database.close();
    },
  };
}

function composeProviders(config: Config, origin: string) {
  const settings = providerSettings(config);
  const http = createHttpClient({
    userAgent: 'triptych-social-app',
    // The operator named this host; nobody else can make the service call a private address.
    allowHosts: settings.oidc ? [new URL(settings.oidc.issuer).host] : [],
  });
  const fetch = createProviderFetch(http);
  return { http, providers: createProviders(origin, settings, { fetch, createCodeFlow }) };
}
