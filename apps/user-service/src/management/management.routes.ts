import { actorOf } from '../access/actor.js';
import { requireScope } from '../access/api-key.hook.js';
import { operationsOf, type Server } from '@triptych/service-host';
import { EmailTaken, InvalidUser, UserNotFound } from '../users/users.errors.js';
import { EmailParamsSchema } from '../users/users.schemas.js';
import type { Verification } from '../verification/verification.js';
import { usersToWire } from './managed-user.js';
import type { Management } from './management.js';
import * as schemas from './management.schemas.js';

const operation = operationsOf('management');
const operationsOn = ({ list, envelope }: ReturnType<typeof schemas.userShapes>) => ({
  list: operation('listUsers', 'List users in the byte order of their e-mails', {
    description: 'A `Link` header with `rel="next"` leads to the next page while there is one.',
    querystring: schemas.ListQuerySchema,
    response: { 200: list },
  }),
  change: operation('changeUser', 'Change a user', {
    params: EmailParamsSchema,
    body: schemas.UserPatchSchema,
    response: { 200: envelope },
    errors: [InvalidUser, UserNotFound, EmailTaken],
  }),
  remove: operation('removeUser', 'Remove a user', {
    params: EmailParamsSchema,
    response: { 204: schemas.RemovedSchema },
    errors: [UserNotFound],
  }),
});

interface ManagementParts {
  readonly management: Management;
  readonly verification?: Verification | undefined;
}

export async function managementRoutes(app: Server, { management, verification }: ManagementParts) {
  const operations = operationsOn(schemas.userShapes(verification !== undefined));
  const toWire = usersToWire(verification);

  app.get(
    '/users',
    { ...operations.list, onRequest: requireScope('read') },
    async ({ query }, reply) => {
      const { limit = 100, after = '', email_prefix: prefix = '' } = query;
      const { users, more } = await management.list({ limit, after, prefix });
      const last = users.at(-1);
      if (more && last) void reply.header('link', nextLink({ limit, prefix, after: last.email }));
      return { data: await toWire(users) };
    },
  );

  app.patch(
    '/users/:email',
    { ...operations.change, onRequest: requireScope('write') },
    async (request) => {
      const { params, body } = request;
      const user = await management.change(params.email, body, actorOf(request));
      return { data: (await toWire([user]))[0]! };
    },
  );

  app.delete(
    '/users/:email',
    { ...operations.remove, onRequest: requireScope('write') },
    async (request, reply) => {
      const { params } = request;
      await management.remove(params.email, actorOf(request));
      return reply.code(204).send(null);
    },
  );
}

function nextLink(page: { limit: number; prefix: string; after: string }): string {
  const query = new URLSearchParams({ limit: String(page.limit), after: page.after });
  if (page.prefix !== '') query.set('email_prefix', page.prefix);
  return `</users?${query.toString()}>; rel="next"`;
}
