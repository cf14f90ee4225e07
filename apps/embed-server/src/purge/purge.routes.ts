import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { addDescribedHook } from '@triptych/service-host';
import type { Purge } from './purge.js';
import { NothingToPurge, PurgeIncomplete } from './purge.errors.js';
import { requirePurgeKey } from './purge-key.hook.js';
import type { IsPurgeKey } from './purge-keys.js';
import { PurgeBodySchema, PurgedSchema } from './purge.schemas.js';

export interface PurgeParts {
  readonly purge: Purge;
  readonly isKey: IsPurgeKey;
}

const schema = {
  operationId: 'purge',
  summary: 'Forgets what is kept of an address',
  description:
    'In the cache of every replica. Purge the names of the reply at the cache in front afterwards.',
  tags: ['service'],
  body: PurgeBodySchema,
  response: { 200: PurgedSchema },
};

export const purgeRoutes: FastifyPluginAsyncTypebox<PurgeParts> = async (app, { purge, isKey }) => {
  addDescribedHook(app, 'onRequest', requirePurgeKey(isKey));
  const config = { errors: [NothingToPurge, PurgeIncomplete], cors: false } as const;
  app.post('/purge', { config, schema }, async ({ body }, reply) => {
    void reply.header('cache-control', 'no-store');
    return purge(body.url);
  });
};
