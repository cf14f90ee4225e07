import formbody from '@fastify/formbody';
import type { Server } from '@triptych/service-host';
import type { User } from '../people/account-store.port.js';
import type { SessionCookie } from '../sessions/session-cookie.js';
import type { Sessions } from '../sessions/sessions.js';
import { UnsupportedAuthAction } from './auth.errors.js';
import { authCookies, openVisit, type Visit } from './auth-visit.hook.js';
import { sessionRoutes, signOutRoutes } from './session.routes.js';
import { signInPages, signInRoutes } from './sign-in.routes.js';
import type { SignIn } from './sign-in.js';
import type { FastifyReply, FastifyRequest, FastifyTypeProviderDefault } from 'fastify';

export interface AuthOptions {
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly readUser: (userId: string) => Promise<User | null>;
  readonly sessionCookie: SessionCookie;
  /** Scheme, host and port as the browser sees them. */
  readonly origin: string;
  readonly secret: string;
}

/** What the route files below share. */
export interface AuthContext extends AuthOptions {
  visit(request: FastifyRequest, reply: FastifyReply): Visit;
}

/** The wire contract of Auth.js under /api/auth, so that its clients work unmodified. */
export async function authRoutes(app: Server, options: AuthOptions): Promise<void> {
  await app.register(formbody, { bodyLimit: 16 * 1024 });
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'cache-control': 'private, no-cache, no-store',
      expires: '0',
      pragma: 'no-cache',
    });
  });
  const { origin, secret } = options;
  const settings = { cookies: authCookies(options.sessionCookie), origin, secret };
  const context: AuthContext = {
    ...options,
    visit: (request, reply) => openVisit(settings, request, reply),
  };
  // Pages and lenient forms have no types of their own.
  const plain = app.withTypeProvider<FastifyTypeProviderDefault>();
  signInRoutes(plain, context);
  signInPages(plain, context);
  sessionRoutes(plain, context);
  signOutRoutes(plain, context);
  const refuse = () => {
    throw new UnsupportedAuthAction();
  };
  // No wildcard alone: it would also catch a provider's id that is longer than the router takes.
  for (const url of ['/:action', '/:action/:rest', '/:action/:rest/*']) {
    app.all(url, { schema: { hide: true } }, refuse);
  }
}
