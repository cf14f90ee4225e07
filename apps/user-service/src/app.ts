import {
  addDescribedHook,
  createServer,
  type Server,
  type ServerOptions,
} from '@triptych/service-host';
import {
  apiKeySecurity,
  clientByKey,
  decorateCallers,
  noteRefusals,
  recogniseApiKey,
  requireApiKey,
  requireScope,
} from './access/api-key.hook.js';
import { auditRoutes } from './access/audit.routes.js';
import { keysRoutes } from './access/keys.routes.js';
import type { UseCases } from './compose.js';
import { eventsRoutes } from './events/events.routes.js';
import { greetingRoutes } from './greeting/greeting.routes.js';
import { managementRoutes } from './management/management.routes.js';
import { transferRoutes } from './management/transfer.routes.js';
import { scimRoutes } from './scim/scim.routes.js';
import { userRoutes } from './users/users.routes.js';
import {
  verificationPageRoutes,
  verificationRequestRoutes,
} from './verification/verification.routes.js';
import { webhooksRoutes } from './webhooks/webhooks.routes.js';

const description = `Registers users and finds them by e-mail.

The body of \`POST /users\` is read as JSON whatever its Content-Type says. Errors are RFC 9457 problems, those of \`scim\` errors of RFC 7644. The routes of
\`management\`, \`scim\`, \`events\`, \`keys\` and \`audit\` are there only when API keys can exist, those of \`webhooks\` when their secrets can be
encrypted as well. A key has scopes: \`read\` (lists, exports), \`write\`
(changes, removals, imports), \`events\`, \`admin\` (keys, audit and webhooks). Without the one that a route demands the reply is 403.`;

// 404 and 409 reveal whether an address is registered, 401 whether a key is valid: who guesses is stopped at half the quota.
const guessCosts = { 401: 2, 404: 2, 409: 2 };
/** Whoever asks for mails to others can do so fifty times a minute, by the usual quota. */
const mailCosts = { 202: 6 };

const tags = {
  greeting: 'What the root says',
  users: 'Registration and look-up',
  management: 'For callers with an API key',
  events: 'What has changed, for callers with an API key',
  keys: 'API keys, for callers with one whose scope is admin',
  audit: 'Who changed what, for the same callers',
  webhooks: 'Who is told of changes, for the same callers',
  scim: 'SCIM 2.0 (RFC 7643, 7644), for identity providers with an API key',
};

/** The whole server of the service; it does not listen. */
export async function buildApp(parts: UseCases, options: ServerOptions): Promise<Server> {
  const app = await createServer(options, {
    title: 'User service',
    description,
    tags: { ...tags, ...(parts.verification && { verification: 'Proof of e-mail' }) },
    limits: {
      costs: parts.verification ? { ...guessCosts, ...mailCosts } : guessCosts,
      ...(parts.guarded && { clientOf: clientByKey(parts.guarded.recognised) }),
    },
    ...(parts.guarded && { securitySchemes: apiKeySecurity }),
  });
  parseAnyBodyAsJson(app);
  decorateCallers(app);
  await app.register(greetingRoutes);
  await app.register(documentedRoutes, parts);
  const { guarded, verification } = parts;
  if (guarded) await app.register(guardedRoutes, guarded);
  if (verification) {
    app.addHook('onClose', () => verification.close());
    await app.register(verificationPageRoutes, verification);
  }
  return app;
}

async function documentedRoutes(
  app: Server,
  { users, guarded, verification }: UseCases,
): Promise<void> {
  if (guarded) {
    const { recognised, everywhere, refusals } = guarded;
    app.addHook('onResponse', noteRefusals(refusals));
    if (everywhere) {
      addDescribedHook(app, 'onRequest', requireApiKey(recognised));
      const scopeOf = requireScope(({ method }) => (method === 'POST' ? 'write' : 'read'));
      addDescribedHook(app, 'onRequest', scopeOf);
    } else addDescribedHook(app, 'onRequest', recogniseApiKey(recognised));
  }
  await app.register(userRoutes, { users });
  // Who may register may ask for the mail of a registration.
  if (verification) await app.register(verificationRequestRoutes, verification);
}

async function guardedRoutes(
  app: Server,
  guarded: NonNullable<UseCases['guarded']>,
): Promise<void> {
  app.addHook('onResponse', noteRefusals(guarded.refusals));
  app.addHook('onClose', () => guarded.refusals.close());
  addDescribedHook(app, 'onRequest', requireApiKey(guarded.recognised));
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
  await app.register(managementRoutes, guarded);
  await app.register(transferRoutes, guarded);
  await app.register(eventsRoutes, guarded);
  await app.register(keysRoutes, guarded);
  await app.register(auditRoutes, guarded);
  await app.register(scimRoutes, { ...guarded.scim, prefix: '/scim/v2' });
  const { webhooks } = guarded;
  if (webhooks === undefined) return;
  app.addHook('onClose', () => webhooks.close());
  await app.register(webhooksRoutes, webhooks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The documented service does not look at the Content-Type of a body, so a body is JSON or it is a 400. Bytes that are
 * not UTF-8 are refused too, instead of being stored as U+FFFD.
 */
function parseAnyBodyAsJson(app: Server): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    // A DELETE may come with a Content-Type and without a body.
    if (request.method === 'DELETE' && body.length === 0) return done(null);
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      return done(Object.assign(new SyntaxError('not UTF-8'), { statusCode: 400 }));
    }
    return parseJson(request, text, done);
  });
}
