import { createServer, type Server, type ServerOptions } from '@triptych/service-host';
import { accessProblemCodes } from './access/access.errors.js';
import { clientByKey, noticeApiKey, prepareCallers, requireApiKey } from './access/api-key.hook.js';
import type { ApiKeys } from './access/api-keys.js';
import { greetingRoutes } from './greeting/greeting.routes.js';
import type { Management } from './management/management.js';
import { transferRoutes } from './management/transfer.routes.js';
import { userChangeRoutes } from './management/user-change.routes.js';
import { countedImport } from './management/counted-import.js';
import type { UserImport } from './management/user-import.js';
import { userListRoutes } from './management/user-list.routes.js';
import { readAnyBodyAsJson } from './users/json-body.routes.js';
import { userRoutes } from './users/users.routes.js';
import { countedUsers } from './users/counted-users.js';
import { userProblemCodes } from './users/users.errors.js';
import type { Users } from './users/users.js';

const description = `Registers users and finds them by e-mail.

The body of \`POST /users\` is read as JSON whatever its Content-Type says. Errors are RFC 9457 problems. The routes of
\`management\` are there only when the service was given API keys.`;

export interface AppParts {
  readonly users: Users;
  /** Without keys the routes of management do not exist. */
  readonly guarded?: Guarded | undefined;
}

export interface Guarded {
  readonly keys: ApiKeys;
  /** Whether the two documented routes want a key, too. */
  readonly everywhere: boolean;
  readonly management: Management;
  readonly importUsers: UserImport;
}

// 404 and 409 tell whether an address is registered: whoever collects addresses is stopped at half the quota.
const guessCosts = { 404: 2, 409: 2 };

/** The whole server of the service; it does not listen. */
export async function buildApp(parts: AppParts, options: ServerOptions): Promise<Server> {
  const app = await createServer(options, {
    title: 'User service',
    description,
    problemCodes: [...userProblemCodes, ...accessProblemCodes],
    limits: {
      costs: guessCosts,
      ...(parts.guarded && { clientOf: clientByKey(parts.guarded.keys) }),
    },
    ...(parts.guarded && { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } }),
  });
  readAnyBodyAsJson(app);
  prepareCallers(app);
  await app.register(greetingRoutes);
  const users = countedUsers(parts.users, options.metrics);
  await app.register(documentedRoutes, { ...parts, users });
  if (parts.guarded) {
    const importUsers = countedImport(parts.guarded.importUsers, options.metrics);
    await app.register(guardedRoutes, { ...parts.guarded, importUsers });
  }
  return app;
}

async function documentedRoutes(app: Server, { users, guarded }: AppParts): Promise<void> {
  if (guarded) {
    const { keys, everywhere } = guarded;
    app.addHook('onRequest', everywhere ? requireApiKey(keys) : noticeApiKey(keys));
  }
  await app.register(userRoutes, { users });
}

async function guardedRoutes(app: Server, guarded: Guarded): Promise<void> {
  app.addHook('onRequest', requireApiKey(guarded.keys));
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
  await app.register(userListRoutes, guarded);
  await app.register(userChangeRoutes, guarded);
  await app.register(transferRoutes, guarded);
}
