import { describeHook, type Server } from '@triptych/service-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiKeyRequired } from './access.errors.js';
import type { ApiKeys } from './api-keys.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who presented a valid API key; empty: nobody did. */
    caller: string;
  }
}

/** How the API document names and describes the keys. */
export const apiKeySecurity = { apiKey: { type: 'http', scheme: 'bearer' } } as const;

/** To be called once, before routes that use `requireApiKey` and `recogniseApiKey` are registered. */
export function decorateCallers(app: Server): void {
  app.decorateRequest('caller', '');
}

/** Refuses requests without a valid key. */
export function requireApiKey(keys: ApiKeys) {
  const hook = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = callerOf(request.headers.authorization, keys);
    if (caller === null) {
      void reply.header('www-authenticate', 'Bearer');
      throw new ApiKeyRequired();
    }
    request.caller = caller;
  };
  return describeHook(hook, { errors: [ApiKeyRequired], security: ['apiKey'] });
}

/** Refuses nobody, and records who presented a valid key. */
export function recogniseApiKey(keys: ApiKeys) {
  const hook = async (request: FastifyRequest) => {
    request.caller = callerOf(request.headers.authorization, keys) ?? '';
  };
  return describeHook(hook, { security: ['apiKey'], anonymous: true });
}

/** The quota of a valid key, wherever its requests come from; undefined: the request has none. */
export function clientByKey(keys: ApiKeys) {
  return ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
    const caller = callerOf(headers.authorization, keys);
    return caller === null ? undefined : `key:${caller}`;
  };
}

function callerOf(authorization: string | undefined, keys: ApiKeys): string | null {
  const [, key] = /^bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '') ?? [];
  return key === undefined ? null : keys.recognise(key);
}
