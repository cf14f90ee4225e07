import type {} from '@fastify/cookie';
import { describeHook, type Server } from '@triptych/service-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from './session-cookie.js';
import type { Caller, Sessions } from './sessions.js';
import { Unauthenticated } from './sessions.errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; only on routes that demand a session. */
    caller: Caller;
  }
}

/** Names the user for whom a request is meant: tabs of one browser share the cookie, which another tab may have made another's. */
export const expectedUserHeader = 'expected-user';

/**
 * Demands a session, of the user whom the request names where it does, and that no cache keeps the reply, on every route that is
 * registered in this scope from now on, after the hooks that the route has by then and before the body is read, so that 401 comes
 * before 422. The cookie parser must be registered before.
 */
export function requireSession(
  app: Server,
  sessions: Pick<Sessions, 'read'>,
  cookie: SessionCookie,
): void {
  const hook = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = request.cookies[cookie.name];
    const session = await sessions.read(token);
    if (!session) throw new Unauthenticated();
    checkUser(request.headers[expectedUserHeader], session);
    if (session.renewed && token) {
      reply.setCookie(cookie.name, token, { ...cookie.options, expires: session.expiresAt });
    }
    // The rest of the row would be held for as long as an event stream is open.
    const { userId, sessionId } = session;
    request.caller = { userId, sessionId };
    // What a person may see is nobody else's, and another tomorrow.
    reply.header('cache-control', 'no-store');
  };
  const authenticate = describeHook(hook, { errors: [Unauthenticated], security: ['session'] });
  app.addHook('onRoute', (route) => {
    route.onRequest = [...[route.onRequest ?? []].flat(), authenticate];
  });
}

/**
 * @param expected the id of the user for whom a request is meant, where it says so
 * @throws Unauthenticated when it is meant for somebody else
 */
export function checkUser(
  expected: string | readonly string[] | undefined,
  { userId }: Pick<Caller, 'userId'>,
): void {
  if (expected !== undefined && expected !== userId) throw new Unauthenticated();
}

/**
 * What a caller gets who erases the account while another request of theirs is under way: the session is over, and
 * nothing can be stored for them any more.
 *
 * @param refersToNobody whether a row was refused because what it refers to is gone: of all that rows refer to, an account
 */
export function unauthenticatedIf(refersToNobody: (thrown: unknown) => boolean) {
  return (thrown: unknown): Unauthenticated | undefined =>
    refersToNobody(thrown) ? new Unauthenticated({ cause: thrown }) : undefined;
}
