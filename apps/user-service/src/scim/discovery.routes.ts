import { operationsOf, type Server } from '@triptych/service-host';
import { requireScope } from '../access/api-key.hook.js';
import { type Discovery, withId } from './discovery.js';
import { FilterForbidden, NotSupported, ResourceNotFound } from './scim.errors.js';
import { baseOf, listToScim } from './scim-mapping.js';
import * as schemas from './scim.schemas.js';

const operation = operationsOf('scim');
const querystring = schemas.DescribedQuerySchema;
const one = {
  params: schemas.ScimParamsSchema,
  response: { 200: schemas.describedResponse },
  errors: [ResourceNotFound],
};
const many = {
  querystring,
  response: { 200: schemas.describedListResponse },
  errors: [FilterForbidden],
};
const operations = {
  config: operation('readScimConfig', 'What of SCIM is served', {
    querystring,
    response: { 200: schemas.describedResponse },
    errors: [FilterForbidden],
  }),
  schemas: operation('listScimSchemas', 'List the schemas of resources', many),
  schema: operation('readScimSchema', 'Read the schema of a resource', one),
  types: operation('listScimResourceTypes', 'List the types of resources', many),
  type: operation('readScimResourceType', 'Read a type of resource', one),
};

export async function discoveryRoutes(app: Server, { discovery }: { discovery: Discovery }) {
  const onRequest = requireScope('read');

  app.get('/ServiceProviderConfig', { ...operations.config, onRequest }, (request, reply) => {
    refuseFilter(request.query);
    return reply.type(schemas.scimMediaType).send(discovery.config(baseOf(request)));
  });

  app.get('/Schemas', { ...operations.schemas, onRequest }, (request, reply) => {
    refuseFilter(request.query);
    const all = discovery.schemas(baseOf(request));
    return reply.type(schemas.scimMediaType).send(listToScim(all));
  });

  app.get('/Schemas/:id', { ...operations.schema, onRequest }, (request, reply) => {
    const found = withId(discovery.schemas(baseOf(request)), request.params.id);
    if (found === undefined) throw new ResourceNotFound();
    return reply.type(schemas.scimMediaType).send(found);
  });

  app.get('/ResourceTypes', { ...operations.types, onRequest }, (request, reply) => {
    refuseFilter(request.query);
    const all = discovery.resourceTypes(baseOf(request));
    return reply.type(schemas.scimMediaType).send(listToScim(all));
  });

  app.get('/ResourceTypes/:id', { ...operations.type, onRequest }, (request, reply) => {
    const found = withId(discovery.resourceTypes(baseOf(request)), request.params.id);
    if (found === undefined) throw new ResourceNotFound();
    return reply.type(schemas.scimMediaType).send(found);
  });

  // RFC 7644, 3.11 and 3.12: what of the protocol is not there is 501. No operations, so they are in no document.
  const hidden = { schema: { hide: true } };
  const refuse = async () => {
    throw new NotSupported();
  };
  app.post('/Bulk', hidden, refuse);
  app.route({ ...hidden, method: [...anyMethod], url: '/Me', handler: refuse });
}

const anyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** RFC 7644, 4 */
function refuseFilter({ filter }: { filter?: string }): void {
  if (filter !== undefined) throw new FilterForbidden();
}
