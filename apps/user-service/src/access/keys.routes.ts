import { addDescribedHook, operationsOf, type Server } from '@triptych/service-host';
import { InvalidKey, KeyEnded, KeyNotFound } from './access.errors.js';
import { actorOf } from './actor.js';
import { requireScope } from './api-key.hook.js';
import { keyToWire } from './key-mapping.js';
import type { Keys } from './keys.js';
import * as schemas from './keys.schemas.js';

const operation = operationsOf('keys');
const operations = {
  create: operation('createKey', 'Make an API key', {
    body: schemas.NewKeySchema,
    response: { 201: schemas.CreatedKeySchema },
    errors: [InvalidKey],
  }),
  list: operation('listKeys', 'List API keys in the order in which they were made', {
    description: 'Those that have ended as well. Keys of the environment are not among them.',
    querystring: schemas.KeysQuerySchema,
    response: { 200: schemas.KeysSchema },
  }),
  rotate: operation('rotateKey', 'Replace an API key by a new one of the same name and scopes', {
    description:
      'Both are valid until the former ends; `lastUsed` tells whether it is still in use. After a reply that was lost, ' +
      'rotate again and end the key that nobody has.',
    params: schemas.KeyParamsSchema,
    body: schemas.RotationSchema,
    response: { 201: schemas.RotatedKeySchema },
    errors: [InvalidKey, KeyNotFound, KeyEnded],
  }),
  end: operation('endKey', 'End an API key', {
    description: 'Every replica refuses it within 5 s. To end one again changes nothing.',
    params: schemas.KeyParamsSchema,
    response: { 204: schemas.EndedKeySchema },
    errors: [KeyNotFound],
  }),
};

export async function keysRoutes(app: Server, { keys }: { keys: Keys }) {
  addDescribedHook(app, 'onRequest', requireScope('admin'));

  app.post('/keys', operations.create, async (request, reply) => {
    const { key, secret } = await keys.create(request.body, actorOf(request));
    return reply.code(201).send({ key: keyToWire(key), secret });
  });

  app.get('/keys', operations.list, async ({ query: { after, limit = 100 } }) => {
    const { keys: found, more } = await keys.list({ after, limit });
    return { keys: found.map(keyToWire), cursor: more ? (found.at(-1)?.id ?? null) : null };
  });

  app.post('/keys/:id/rotate', operations.rotate, async (request, reply) => {
    const { params, body } = request;
    const { key, secret, replaced } = await keys.rotate(params.id, body, actorOf(request));
    return reply.code(201).send({ key: keyToWire(key), secret, replaced: keyToWire(replaced) });
  });

  app.delete('/keys/:id', operations.end, async (request, reply) => {
    await keys.end(request.params.id, actorOf(request));
    return reply.code(204).send(null);
  });
}
