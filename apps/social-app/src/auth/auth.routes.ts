import formbody from '@fastify/formbody';
import type { Server } from '@triptych/service-host';
import type { FastifyTypeProviderDefault } from 'fastify';
import type { AccountStore } from '../people/account-store.port.js';
import type { SessionCookie } from '../sessions/session-cookie.js';
import type { Sessions } from '../sessions/sessions.js';
import { UnsupportedAuthAction } from './auth.errors.js';
import { createVisits } from './auth-visit.hook.js';
import { sessionRoutes, signOutRoutes } from './session.routes.js';
import { signInPages, signInRoutes } from './sign-in.routes.js';
import type { SignIn } from './sign-in.js';

export interface AuthOptions {
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly sessionCookie: SessionCookie;
  /** Scheme, host and port as the browser sees them. */
  readonly origin: string;
  readonly secret: string;
}

/** What the route files below share. */
export interface AuthContext extends AuthOptions {
  readonly visit: ReturnType<typeof createVisits>;
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
  const { sessionCookie, origin, secret } = options;
  const context: AuthContext = { ...options, visit: createVisits(sessionCookie, origin, secret) };
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
    // OPTIONS, HEAD and the like are no action: 405 like anywhere.
    const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    app.route({ method, url, schema: { hide: true }, exposeHeadRoute: false, handler: refuse });
  }
}
