import cookie from '@fastify/cookie';
import { createServer, type Server, type ServerOptions } from '@triptych/service-host';
import { accountRoutes } from './settings/account.routes.js';
import { authRoutes } from './auth/auth.routes.js';
import { attachmentsRoutes } from './attachments/attachments.routes.js';
import { refuseOtherOrigins } from './http/origin-check.hook.js';
import type { Parts } from './compose.js';
import { erasureRoutes } from './erasure/erasure.routes.js';
import { expiryRoutes } from './expiry/expiry.routes.js';
import { exportRoutes } from './export/export.routes.js';
import { friendsRoutes } from './friends/friends.routes.js';
import { invitationsRoutes } from './invitations/invitations.routes.js';
import { limitRates } from './http/rate-limits.hook.js';
import { limitDatabaseTime } from './http/request-time.hook.js';
import { messageChangesRoutes, messagesRoutes } from './messages/messages.routes.js';
import { draftsRoutes } from './drafts/drafts.routes.js';
import { marksRoutes } from './marks/marks.routes.js';
import { mutesRoutes } from './mutes/mutes.routes.js';
import { partnerKey } from './people/user-ids.js';
import { picturesRoutes } from './pictures/pictures.routes.js';
import { pushRoutes } from './push/push.routes.js';
import { presenceRoutes } from './streams/presence.routes.js';
import { eventStreamsRoutes } from './streams/event-streams.routes.js';
import { reportsRoutes } from './reports/reports.routes.js';
import { searchRoutes } from './search/search.routes.js';
import { requireSession } from './sessions/session-guard.hook.js';
import { shareTargetRoutes } from './http/share-target.routes.js';
import { settingsRoutes } from './settings/settings.routes.js';
import { methodOf } from './uploads/method-override.js';
import { uploadsRoutes } from './uploads/uploads.routes.js';
import { webClientRoutes } from './http/web-client.routes.js';

const tags = {
  'sign-in': 'Signing in and out, by the wire contract of Auth.js.',
  account: 'The own account, its sessions and its data.',
  settings: 'What one lets others see.',
  safety: 'Reports to the operator.',
  friends: 'Friends, requests and blocks.',
  invitations: 'Links by which people become friends.',
  messages: 'Chats between two friends.',
  presence: 'Who is there, and who is writing.',
  events: 'What happens, as it happens.',
  notifications: 'Web Push, to devices where the client is closed, and chats that are muted.',
};

/** The whole server of the service; it does not listen. */
export async function buildApp(parts: Parts, options: ServerOptions): Promise<Server> {
  const app = await createServer(options, {
    title: 'social-app',
    description: 'Friends, messages and sign-in.',
    invalidBodyStatus: 422,
    everywhere: parts.databaseProblem,
    methodOf,
    tags,
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: parts.sessionCookie.name,
        description:
          'Set by a sign-in; on https its name has the prefix `__Secure-`. Tabs of a browser share it, and one of them ' +
          'may sign somebody else in: a request with the header `expected-user`, the id of a user, is 401 in the ' +
          'session of anybody else.',
      },
    },
  });
  await app.register(cookie);
  app.addHook('onRequest', async () => parts.heavyWorks.arrived());
  limitDatabaseTime(app, parts.createDatabaseTime);
  // Before the check: the browser names an origin of its own choice for what the device shares.
  await app.register(shareTargetRoutes, { root: parts.webClientRoot });
  refuseOtherOrigins(app, parts.origin);
  limitRates(app, parts.quotas, {
    userOf: ({ caller }) => caller.userId,
    partnerOf: partnerKey,
  });
  await app.register(authRoutes, { prefix: '/api/auth', ...parts });
  await app.register(webClientRoutes, { root: parts.webClientRoot });
  await app.register(signedInRoutes(parts), { prefix: '/api' });
  return app;
}

const signedInRoutes = (parts: Parts) => async (app: Server) => {
  requireSession(app, parts.sessions, parts.sessionCookie);
  await app.register(accountRoutes, { prefix: '/account', ...parts });
  await app.register(exportRoutes, parts);
  await app.register(erasureRoutes, parts);
  await app.register(reportsRoutes, parts);
  await app.register(settingsRoutes, parts);
  await app.register(picturesRoutes, parts);
  await app.register(pushRoutes, parts);
  await app.register(friendsRoutes, { prefix: '/friends', ...parts });
  await app.register(invitationsRoutes, { prefix: '/invitations', ...parts });
  await app.register(messagesRoutes, parts);
  await app.register(messageChangesRoutes, parts);
  await app.register(attachmentsRoutes, parts);
  await app.register(uploadsRoutes, parts);
  await app.register(mutesRoutes, parts);
  await app.register(marksRoutes, parts);
  await app.register(draftsRoutes, parts);
  await app.register(expiryRoutes, parts);
  await app.register(searchRoutes, parts);
  await app.register(presenceRoutes, parts);
  await app.register(eventStreamsRoutes, parts);
};
