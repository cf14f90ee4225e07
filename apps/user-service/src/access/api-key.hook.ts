import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ApiKeyRequired } from './access.errors.js';
import type { ApiKeys } from './api-keys.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who presented a valid API key; empty: nobody did. */
    caller: string;
  }
}

/** To be done once, before `requireApiKey` and `noticeApiKey` are used on the routes of `app`. */
export function prepareCallers(app: Decorable): void {
  app.decorateRequest('caller', '');
}

interface Decorable {
  decorateRequest(name: 'caller', value: string): unknown;
}

/** Lets through who presents a valid key. */
export function requireApiKey(keys: ApiKeys): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const caller = callerOf(request.headers.authorization, keys);
    if (caller === null) {
      void reply.header('www-authenticate', 'Bearer');
      throw new ApiKeyRequired();
    }
    request.caller = caller;
  };
}

/** Lets everyone through, and remembers who presented a valid key. */
export function noticeApiKey(keys: ApiKeys): onRequestAsyncHookHandler {
  return async (request) => {
    request.caller = callerOf(request.headers.authorization, keys) ?? '';
  };
}

/** Whose requests are counted together: those of a valid key, wherever they come from; undefined: nobody's key. */
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
