import { createServer, type Server, type ServerOptions } from '@triptych/service-host';
import { greetingRoutes } from './greeting/greeting.routes.js';
import { readAnyBodyAsJson } from './users/json-body.routes.js';
import { userRoutes } from './users/users.routes.js';
import { countedUsers } from './users/counted-users.js';
import { userProblemCodes } from './users/users.errors.js';
import type { Users } from './users/users.js';

const description = `Registers users and finds them by e-mail.

The body of \`POST /users\` is read as JSON whatever its Content-Type says. Errors are RFC 9457 problems.`;

// 404 and 409 tell whether an address is registered: whoever collects addresses is stopped at half the quota.
const guessCosts = { 404: 2, 409: 2 };

/** The whole server of the service; it does not listen. */
export async function buildApp(
  parts: { readonly users: Users },
  options: ServerOptions,
): Promise<Server> {
  const app = await createServer(options, {
    title: 'User service',
    description,
    problemCodes: userProblemCodes,
    limits: { costs: guessCosts },
  });
  readAnyBodyAsJson(app);
  await app.register(greetingRoutes);
  await app.register(userRoutes, { users: countedUsers(parts.users, options.metrics) });
  return app;
}
