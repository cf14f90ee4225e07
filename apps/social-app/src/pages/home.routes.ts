import type {} from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { User } from '../accounts/account-store.port.js';
import type { Sessions } from '../sessions/sessions.js';
import { type Html, html } from './html.js';
import { renderPage } from './page.js';

export interface HomeOptions {
  readonly sessions: Pick<Sessions, 'read'>;
  readonly readUser: (userId: string) => Promise<User | null>;
  readonly cookieName: string;
}

/** Stands at `/` until the web client does: who is signed in, and the way in or out. */
export async function homeRoutes(app: FastifyInstance, options: HomeOptions): Promise<void> {
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    const session = await options.sessions.read(request.cookies[options.cookieName]);
    const user = session && (await options.readUser(session.userId));
    const page = renderPage('Triptych', user ? greeting(user) : invitation());
    return reply.headers(page.headers).send(page.body);
  });
}

function greeting(user: User): Html {
  return html`<p>Signed in as <strong>${user.name ?? user.email ?? user.id}</strong></p>
    <p><a href="/api/auth/signout">Sign out</a> · <a href="/docs">API</a></p>`;
}

function invitation(): Html {
  return html`<p>Nobody is signed in.</p>
    <p><a href="/api/auth/signin">Sign in</a> · <a href="/docs">API</a></p>`;
}
