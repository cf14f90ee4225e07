import cookie from '@fastify/cookie';
// Declares `hide`, `tags` and `consumes` of a route's schema.
import type {} from '@fastify/swagger';
import { createServer, type Server, type ServerOptions } from '@triptych/service-host';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { accountProblemCodes, accountRoutes } from './settings/account.routes.js';
import { authRoutes } from './auth/auth.routes.js';
import { createOriginCheck } from './http/origin-check.hook.js';
import type { Parts } from './compose.js';
import { erasureProblemCodes, erasureRoutes } from './erasure/erasure.routes.js';
import { exportRoutes } from './export/export.routes.js';
import { friendProblemCodes, friendsRoutes } from './friends/friends.routes.js';
import { limitRoutes } from './http/limits.hook.js';
import {
  messageChangeProblemCodes,
  messageChangesRoutes,
} from './messages/message-changes.routes.js';
import { messageProblemCodes, messagesRoutes } from './messages/messages.routes.js';
import { partnerKey } from './people/partner-key.js';
import { presenceRoutes } from './streams/presence.routes.js';
import { eventProblemCodes, eventsRoutes } from './streams/event-streams.routes.js';
import { reportProblemCodes, reportsRoutes } from './reports/reports.routes.js';
import { searchProblemCodes, searchRoutes } from './search/search.routes.js';
import { settingsRoutes } from './settings/settings.routes.js';
import { webClientRoutes } from './http/web-client.routes.js';

const problemCodes = [
  ...new Set([
    ...accountProblemCodes,
    ...erasureProblemCodes,
    ...reportProblemCodes,
    ...friendProblemCodes,
    ...messageProblemCodes,
    ...messageChangeProblemCodes,
    ...searchProblemCodes,
    ...eventProblemCodes,
  ]),
];

/** The whole app on its parts, and the web client when its folder is given; it does not listen. */
export async function buildApp(
  parts: Parts,
  options: ServerOptions,
  webClientRoot: string | null = null,
): Promise<Server> {
  const { accounts, sessions, signIn, sessionCookie, origin, secret, limits } = parts;
  const server = await createServer(options, {
    title: 'social-app',
    description: 'Friends, messages and sign-in.',
    invalidBodyStatus: 422,
    problemCodes,
  });
  const app = server as unknown as FastifyInstance;
  await app.register(cookie);
  app.addHook('onRequest', createOriginCheck(origin));
  limitRoutes(app, limits, {
    userOf: (request) => parts.guard.callerOf(request).userId,
    partnerOf: partnerKey,
  });

  const readUser = (userId: string) => accounts.findById(userId);
  const auth = { signIn, sessions, readUser, sessionCookie, origin, secret };
  await app.register(authRoutes, { prefix: '/api/auth', ...auth });
  await app.register(webClientRoutes, { root: webClientRoot });

  const { guard, safety, friends, chat } = parts;
  await app.register(safetyRoutes, { prefix: '/api', guard, sessionCookie, ...safety });
  await app.register(friendsRoutes, { prefix: '/api/friends', guard, friends });
  await app.register(chatRoutes, { prefix: '/api', guard, ...chat });
  return server;
}

const safetyRoutes: FastifyPluginAsync<
  Parts['safety'] & Pick<Parts, 'guard' | 'sessionCookie'>
> = async (app, { guard, sessionCookie, account, reports, exportOf, erasure }) => {
  await app.register(accountRoutes, { prefix: '/account', guard, account });
  await app.register(exportRoutes, { guard, exportOf });
  await app.register(erasureRoutes, { guard, erasure, sessionCookie });
  await app.register(reportsRoutes, { guard, reports });
};

const chatRoutes: FastifyPluginAsync<Parts['chat'] & Pick<Parts, 'guard'>> = async (
  app,
  { guard, messages, changing, search, settings, presence, typing, live },
) => {
  await app.register(messagesRoutes, { guard, messages });
  await app.register(messageChangesRoutes, { guard, changing });
  await app.register(searchRoutes, { guard, search });
  await app.register(settingsRoutes, { guard, settings });
  await app.register(presenceRoutes, { guard, presence, typing });
  await app.register(eventsRoutes, { guard, live });
};
