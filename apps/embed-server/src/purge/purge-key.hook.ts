import { describeHook } from '@triptych/service-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PurgeKeyRequired } from './purge.errors.js';
import type { IsPurgeKey } from './purge-keys.js';

/** How the API document names and describes the keys. */
export const purgeSecurity = { purgeKey: { type: 'http', scheme: 'bearer' } } as const;

/** Refuses requests without one of the keys. */
export function requirePurgeKey(isKey: IsPurgeKey) {
  const hook = async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const [, key] = /^bearer +([\x21-\x7e]+) *$/i.exec(headers.authorization ?? '') ?? [];
    if (key !== undefined && isKey(key)) return;
    void reply.header('www-authenticate', 'Bearer');
    throw new PurgeKeyRequired();
  };
  return describeHook(hook, { errors: [PurgeKeyRequired], security: ['purgeKey'] });
}
