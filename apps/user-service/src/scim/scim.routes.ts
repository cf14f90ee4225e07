import { operationsOf, type Server } from '@triptych/service-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../access/actor.js';
import { requireScope } from '../access/api-key.hook.js';
import { isObject } from './apply-value.js';
import { discoveryRoutes } from './discovery.routes.js';
import type { Discovery } from './discovery.js';
import * as errors from './scim.errors.js';
import { toScimError } from './scim-error-mapping.js';
import { baseOf, listToScim, locationOf, userToScim } from './scim-mapping.js';
import * as schemas from './scim.schemas.js';
import type { ListRequest, ScimUsers } from './scim-users.js';
import { matchesVersion, versionOf } from './scim-version.js';
import { select, type Selection, selectionOf } from './selection-mapping.js';
import type { ScimUser } from './scim-user.js';

const operation = operationsOf('scim');
const body = schemas.ScimUserInputSchema;
const params = schemas.ScimParamsSchema;
const querystring = schemas.SelectionQuerySchema;
const headers = schemas.WriteHeadersSchema;
const writeErrors = [errors.InvalidValue, errors.UserNameTaken];
const changeErrors = [...writeErrors, errors.ResourceNotFound, errors.VersionMismatch];
const operations = {
  list: operation('listScimUsers', 'List users, by pages or by a filter', {
    querystring: schemas.UsersQuerySchema,
    response: { 200: schemas.usersResponse },
    errors: [errors.InvalidFilter],
  }),
  search: operation('searchScimUsers', 'The same, with the filter in the body', {
    body: schemas.SearchSchema,
    response: { 200: schemas.usersResponse },
    errors: [errors.InvalidFilter],
  }),
  create: operation('createScimUser', 'Register a user', {
    body,
    querystring,
    response: { 201: schemas.userResponse },
    errors: writeErrors,
  }),
  read: operation('readScimUser', 'Read a user', {
    params,
    querystring,
    headers: schemas.ReadHeadersSchema,
    response: { 200: schemas.userResponse, 304: schemas.unchangedResponse },
    errors: [errors.ResourceNotFound],
  }),
  replace: operation('replaceScimUser', 'Replace a user', {
    ...{ params, querystring, headers, body },
    description: 'What the body leaves out is kept; null, or an empty list, removes.',
    response: { 200: schemas.userResponse },
    errors: changeErrors,
  }),
  patch: operation('patchScimUser', 'Change a user by operations', {
    ...{ params, querystring, headers },
    body: schemas.ScimPatchSchema,
    response: { 200: schemas.userResponse },
    errors: [
      ...changeErrors,
      ...[errors.InvalidSyntax, errors.InvalidPath, errors.NoTarget, errors.NotMutable],
      errors.TooManyOperations,
    ],
  }),
  remove: operation('removeScimUser', 'Remove a user', {
    params,
    headers,
    response: { 204: schemas.removedResponse },
    errors: [errors.ResourceNotFound, errors.VersionMismatch],
  }),
};

export interface ScimParts {
  readonly users: ScimUsers;
  readonly discovery: Discovery;
}

const errorFormat = {
  mediaType: schemas.scimMediaType,
  name: 'ScimError',
  schema: schemas.ScimErrorSchema,
  format: toScimError,
};

/** Everything under `/scim/v2` (ADR 0062). To be registered with that prefix. */
export async function scimRoutes(app: Server, { users, discovery }: ScimParts) {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, errorFormat };
  });
  // Before it is called, `refuseUnknown` has refused the request; what counts is the form of the refusal.
  const unknown = { config: { errorFormat } };
  app.setNotFoundHandler(unknown as object, () => {
    throw new errors.ResourceNotFound();
  });
  await app.register(discoveryRoutes, { discovery });
  await app.register(readingRoutes, { users });
  await app.register(writingRoutes, { users });
}

async function readingRoutes(app: Server, { users }: Pick<ScimParts, 'users'>) {
  const onRequest = requireScope('read');

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: ListRequest,
    selection: Selection,
  ) {
    const { users: found, ...page } = await users.list(wanted);
    const base = baseOf(request);
    const resources = found.map((user) => select(userToScim(user, base), selection));
    return reply.type(schemas.scimMediaType).send(listToScim(resources, page));
  }

  app.get('/Users', { ...operations.list, onRequest }, (request, reply) => {
    const { filter, startIndex, count, ...selection } = request.query;
    const wanted = { filter, startIndex: numberOf(startIndex), count: numberOf(count) };
    return sendPage(request, reply, wanted, selectionOf(selection));
  });

  const search = { ...operations.search, onRequest, preValidation: dropNulls };
  app.post('/Users/.search', search, (request, reply) => {
    const { attributes, excludedAttributes, ...wanted } = request.body;
    const selection = {
      attributes: attributes?.join(','),
      excludedAttributes: excludedAttributes?.join(','),
    };
    return sendPage(request, reply, wanted, selectionOf(selection));
  });

  app.get('/Users/:id', { ...operations.read, onRequest }, async (request, reply) => {
    const user = await users.read(request.params.id);
    const known = request.headers['if-none-match'];
    if (known === undefined || !matchesVersion(known, versionOf(user))) {
      return sendUser(request, reply, user);
    }
    return reply.code(304).header('etag', versionOf(user)).send();
  });
}

async function writingRoutes(app: Server, { users }: Pick<ScimParts, 'users'>) {
  const onRequest = requireScope('write');

  app.post('/Users', { ...operations.create, onRequest }, async (request, reply) => {
    const user = await users.create(request.body, actorOf(request));
    void reply.code(201).header('location', locationOf(user, baseOf(request)));
    return sendUser(request, reply, user);
  });

  app.put('/Users/:id', { ...operations.replace, onRequest }, async (request, reply) => {
    const { params, body: wanted, headers: conditions } = request;
    const user = await users.replace(params.id, wanted, conditions, actorOf(request));
    return sendUser(request, reply, user);
  });

  app.patch('/Users/:id', { ...operations.patch, onRequest }, async (request, reply) => {
    const { params, body: wanted, headers: conditions } = request;
    const user = await users.patch(params.id, wanted, conditions, actorOf(request));
    return sendUser(request, reply, user);
  });

  app.delete('/Users/:id', { ...operations.remove, onRequest }, async (request, reply) => {
    const { params, headers: conditions } = request;
    await users.remove(params.id, conditions, actorOf(request));
    return reply.code(204).send(null);
  });
}

type WithSelection = FastifyRequest<{
  Querystring: { attributes?: string; excludedAttributes?: string };
}>;

function sendUser(request: unknown, reply: FastifyReply, user: ScimUser) {
  const { query, protocol, host } = request as WithSelection;
  const resource = userToScim(user, baseOf({ protocol, host }));
  return reply
    .type(schemas.scimMediaType)
    .header('etag', resource.meta.version)
    .send(select(resource, selectionOf(query)));
}

/** A member that is null is as one that is left out (RFC 7643, 2.5). */
function dropNulls(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const { body } = request;
  if (isObject(body)) {
    request.body = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  }
  done();
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
