import type {} from '@fastify/cookie';
import { describeHook } from '@triptych/service-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from './session-cookie.js';
import type { Caller, Sessions } from './sessions.js';
import { Unauthenticated } from './sessions.errors.js';

/**
 * What a route of another feature gets from sign-in:
 * `{ onRequest: guard.authenticate }`, then `guard.callerOf(request)` in the handler.
 */
export interface SessionGuard {
  /** Runs before the body is read, so that 401 comes before 422; throws `Unauthenticated`. */
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The caller that `authenticate` found; it throws in a route without the hook, which is a programming error. */
  callerOf(request: FastifyRequest): Caller;
}

/** The cookie parser must be registered before any route that uses the guard. */
export function createSessionGuard(
  sessions: Pick<Sessions, 'read'>,
  cookie: SessionCookie,
): SessionGuard {
  const callers = new WeakMap<FastifyRequest, Caller>();
  async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = request.cookies[cookie.name];
    const session = await sessions.read(token);
    if (!session) throw new Unauthenticated();
    if (session.renewed && token) {
      reply.setCookie(cookie.name, token, { ...cookie.options, expires: session.expiresAt });
    }
    // The rest of the row would be held for as long as an event stream is open.
    const { userId, sessionId } = session;
    callers.set(request, { userId, sessionId });
  }

  return {
    authenticate: describeHook(authenticate, { errors: [Unauthenticated], security: ['session'] }),
    callerOf(request) {
      const caller = callers.get(request);
      if (!caller) throw new Error(`no session guard on ${request.routeOptions.url ?? 'route'}`);
      return caller;
    },
  };
}
