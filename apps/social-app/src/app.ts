import cookie from '@fastify/cookie';
import { createServer, type Server, type ServerOptions } from '@triptych/service-host';
import { accountRoutes } from './settings/account.routes.js';
import { authRoutes } from './auth/auth.routes.js';
import { refuseOtherOrigins } from './http/origin-check.hook.js';
import type { Parts } from './compose.js';
import { erasureRoutes } from './erasure/erasure.routes.js';
import { exportRoutes } from './export/export.routes.js';
import { friendsRoutes } from './friends/friends.routes.js';
import { limitRates } from './http/rate-limits.hook.js';
import { messageChangesRoutes } from './messages/message-changes.routes.js';
import { messagesRoutes } from './messages/messages.routes.js';
import { partnerKey } from './people/user-ids.js';
import { presenceRoutes } from './streams/presence.routes.js';
import { eventStreamsRoutes } from './streams/event-streams.routes.js';
import { reportsRoutes } from './reports/reports.routes.js';
import { searchRoutes } from './search/search.routes.js';
import { settingsRoutes } from './settings/settings.routes.js';
import { webClientRoutes } from './http/web-client.routes.js';

const tags = {
  'sign-in': 'Signing in and out, by the wire contract of Auth.js.',
  account: 'The own account, its sessions and its data.',
  settings: 'What one lets others see.',
  safety: 'Reports to the operator.',
  friends: 'Friends, requests and blocks.',
  messages: 'Chats between two friends.',
  presence: 'Who is there, and who is writing.',
  events: 'What happens, as it happens.',
};

/** The whole server of the service; it does not listen. */
export async function buildApp(parts: Parts, options: ServerOptions): Promise<Server> {
  const app = await createServer(options, {
    title: 'social-app',
    description: 'Friends, messages and sign-in.',
    invalidBodyStatus: 422,
    tags,
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: parts.sessionCookie.name,
        description: 'Set by a sign-in; on https its name has the prefix `__Secure-`.',
      },
    },
  });
  const { accounts, guard } = parts;
  await app.register(cookie);
  refuseOtherOrigins(app, parts.origin);
  limitRates(app, parts.quotas, {
    userOf: (request) => guard.callerOf(request).userId,
    partnerOf: partnerKey,
  });

  const readUser = (userId: string) => accounts.findById(userId);
  await app.register(authRoutes, { prefix: '/api/auth', ...parts, readUser });
  await app.register(webClientRoutes, { root: parts.webClientRoot });

  const api = { prefix: '/api', ...parts };
  await app.register(accountRoutes, { ...api, prefix: '/api/account' });
  await app.register(exportRoutes, api);
  await app.register(erasureRoutes, api);
  await app.register(reportsRoutes, api);
  await app.register(settingsRoutes, api);
  await app.register(friendsRoutes, { ...api, prefix: '/api/friends' });
  await app.register(messagesRoutes, api);
  await app.register(messageChangesRoutes, api);
  await app.register(searchRoutes, api);
  await app.register(presenceRoutes, api);
  await app.register(eventStreamsRoutes, api);
  return app;
}
