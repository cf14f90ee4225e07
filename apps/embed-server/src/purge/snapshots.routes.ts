import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { addDescribedHook } from '@triptych/service-host';
import type { Erase } from './erase.js';
import { NothingToPurge, PurgeIncomplete, SnapshotsUnavailable } from './purge.errors.js';
import { requirePurgeKey } from './purge-key.hook.js';
import type { IsPurgeKey } from './purge-keys.js';
import { ErasedSchema, ErasureQuerySchema } from './purge.schemas.js';

export interface ErasureParts {
  readonly erase: Erase;
  readonly isKey: IsPurgeKey;
}

const schema = {
  operationId: 'eraseSnapshots',
  summary: 'Erases what is kept of a post, for good',
  description:
    'Its snapshot with the pictures, at every replica within a minute; the caches forget the post, too. It is not kept again.',
  tags: ['service'],
  querystring: ErasureQuerySchema,
  response: { 200: ErasedSchema },
};

export const snapshotRoutes: FastifyPluginAsyncTypebox<ErasureParts> = async (
  app,
  { erase, isKey },
) => {
  addDescribedHook(app, 'onRequest', requirePurgeKey(isKey));
  const config = {
    errors: [NothingToPurge, PurgeIncomplete, SnapshotsUnavailable],
    cors: false,
  } as const;
  app.delete('/snapshots', { config, schema }, async ({ query }, reply) => {
    void reply.header('cache-control', 'no-store');
    const { names, snapshots } = await erase(query.url);
    const dated = snapshots.map(({ takenAt, ...rest }) => {
      return { takenAt: new Date(takenAt).toISOString(), ...rest };
    });
    return { names, snapshots: dated };
  });
};
