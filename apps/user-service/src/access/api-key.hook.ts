import { clientAddress, describeHook, type Server } from '@triptych/service-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusals } from '../audit/refusals.js';
import { ApiKeyRequired, ScopeMissing } from './access.errors.js';
import type { Caller, Scope } from './api-key.js';
import type { ApiKeys } from './api-keys.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who presented a valid API key; null: nobody did. */
    caller: Caller | null;
    /** Whether the key that `requireApiKey` has let in still is one, and has the scope: for what goes on after the first reply. */
    isStillAllowed: () => Promise<boolean>;
  }
}

/** How the API document names and describes the keys. */
export const apiKeySecurity = { apiKey: { type: 'http', scheme: 'bearer' } } as const;

/** To be called once, before routes that use the hooks are registered. */
export function decorateCallers(app: Server): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('isStillAllowed', async () => false);
}

/** Refuses requests without a valid key. */
export function requireApiKey(keys: ApiKeys) {
  const hook = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await callerOf(request.headers.authorization, keys);
    if (caller === null) {
      void reply.header('www-authenticate', 'Bearer');
      throw new ApiKeyRequired();
    }
    request.caller = caller;
    request.isStillAllowed = async () => {
      const now = await callerOf(request.headers.authorization, keys);
      return now !== null && caller.scopes.every((scope) => now.scopes.includes(scope));
    };
  };
  return describeHook(hook, { errors: [ApiKeyRequired], security: ['apiKey'] });
}

/**
 * Refuses requests whose key lacks a scope; runs after `requireApiKey`.
 *
 * @param scopeOf the scope, or what finds it for a request
 */
export function requireScope(scopeOf: Scope | ((request: FastifyRequest) => Scope)) {
  const hook = async (request: FastifyRequest, reply: FastifyReply) => {
    const scope = typeof scopeOf === 'string' ? scopeOf : scopeOf(request);
    if (request.caller?.scopes.includes(scope)) return;
    // RFC 6750, 3.1
    void reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
    throw new ScopeMissing(scope);
  };
  return describeHook(hook, { errors: [ScopeMissing] });
}

/** Refuses nobody, and records who presented a valid key. */
export function recogniseApiKey(keys: ApiKeys) {
  const hook = async (request: FastifyRequest) => {
    request.caller = await callerOf(request.headers.authorization, keys);
  };
  return describeHook(hook, { security: ['apiKey'], anonymous: true });
}

/** After a reply: notes it for the audit log where a key was refused, or lacked a scope. */
export function noteRefusals(refusals: Pick<Refusals, 'note'>) {
  return async (request: FastifyRequest, { statusCode }: FastifyReply) => {
    if (statusCode !== 401 && statusCode !== 403) return;
    const action = statusCode === 401 ? 'refused.key' : 'refused.scope';
    const key = request.caller?.key ?? null;
    refusals.note({ action, key, requestId: request.id }, clientAddress(request));
  };
}

/** The quota of a valid key, wherever its requests come from; undefined: the request has none that is known here. */
export function clientByKey(keys: ApiKeys) {
  return ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
    const key = keyIn(headers.authorization);
    const caller = key === undefined ? null : keys.remember(key);
    return caller === null ? undefined : `key:${caller.id}`;
  };
}

async function callerOf(authorization: string | undefined, keys: ApiKeys): Promise<Caller | null> {
  const key = keyIn(authorization);
  return key === undefined ? null : keys.recognise(key);
}

function keyIn(authorization: string | undefined): string | undefined {
  return /^bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1];
}
