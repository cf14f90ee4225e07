import { operationsOf } from '@triptych/service-host';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dropSession } from '../sessions/ended-session.hook.js';
import { checkUser, expectedUserHeader } from '../sessions/session-guard.hook.js';
import { Unauthenticated } from '../sessions/sessions.errors.js';
import type { AuthContext } from './auth.routes.js';
import * as schemas from './auth.schemas.js';
import { signOutPage } from './auth-pages.js';
import { leadTo } from './sign-in.routes.js';

const operation = operationsOf('sign-in');
const session = { 200: schemas.SessionSchema };
const operations = {
  listProviders: operation('listProviders', 'The ways to sign in', {
    response: { 200: schemas.ProvidersSchema },
  }),
  readCsrfToken: operation('readCsrfToken', 'The token that forms of this browser carry', {
    response: { 200: schemas.CsrfSchema },
  }),
  readSession: operation('readSession', 'Who is signed in; null when nobody is', {
    response: session,
  }),
  updateSession: operation('updateSession', 'The same, for clients that update their session', {
    body: schemas.UpdateSchema,
    response: {
      ...session,
      400: {
        description: 'No CSRF token: as Auth.js sends it, and no problem.',
        content: { 'application/json': { schema: { type: 'null' } } },
      },
    },
  }),
  showSignOut: operation('showSignOut', 'The page to sign out on', {
    response: { 200: schemas.html('A form that signs out') },
  }),
  signOut: operation('signOut', 'End the session of this browser', {
    consumes: schemas.consumes,
    body: schemas.FormSchema,
    response: { 200: schemas.UrlSchema, 302: schemas.redirect },
    errors: [Unauthenticated],
  }),
};

export function sessionRoutes(app: FastifyInstance, context: AuthContext): void {
  const { origin, signIn } = context;

  // Where clients of version 4 report their errors; they may hold anything, so none is kept.
  app.post('/_log', { schema: { hide: true } }, (_request, reply) => reply.code(200).send());

  app.get('/providers', operations.listProviders, (request, reply) => {
    context.visit(request, reply);
    const rows = signIn.providers.map(({ id, name, type }) => {
      const [signinUrl, callbackUrl] = ['signin', 'callback'].map(
        (action) => `${origin}/api/auth/${action}/${id}`,
      );
      return [id, { id, name, type, signinUrl, callbackUrl }];
    });
    return reply.send(Object.fromEntries(rows));
  });

  app.get('/csrf', operations.readCsrfToken, (request, reply) =>
    reply.send({ csrfToken: context.visit(request, reply).csrf.token }),
  );

  app.get('/session', operations.readSession, (request, reply) => {
    context.visit(request, reply);
    return showSession(context, request, reply);
  });
  // A session here holds no data of the client's, so an update changes nothing and has the same response.
  app.post('/session', { attachValidation: true, ...operations.updateSession }, (request, reply) =>
    context.visit(request, reply).isProven
      ? showSession(context, request, reply)
      : sendJson(reply.code(400), null),
  );
}

export function signOutRoutes(app: FastifyInstance, context: AuthContext): void {
  app.get('/signout', operations.showSignOut, (request, reply) => {
    const { csrf, callbackUrl } = context.visit(request, reply);
    const { headers, body } = signOutPage(csrf.token, callbackUrl);
    return reply.headers(headers).send(body);
  });
  const options = { attachValidation: true, ...operations.signOut };
  app.post('/signout', options, (request, reply) => signOut(context, request, reply));
}

async function signOut(context: AuthContext, request: FastifyRequest, reply: FastifyReply) {
  const visit = context.visit(request, reply);
  if (!visit.isProven) {
    return leadTo(reply, visit, `${context.origin}/api/auth/signin?error=MissingCSRF`);
  }
  const { sessionCookie, sessions } = context;
  const token = request.cookies[sessionCookie.name];
  const expected = request.headers[expectedUserHeader];
  // A form names nobody. Where the session is over already, there is nobody to protect.
  const session = expected === undefined ? null : await sessions.read(token);
  if (session) checkUser(expected, session);
  await sessions.end(token);
  return leadTo(dropSession(reply, sessionCookie), visit, visit.callbackUrl);
}

async function showSession(context: AuthContext, request: FastifyRequest, reply: FastifyReply) {
  const { name, options } = context.sessionCookie;
  const token = request.cookies[name];
  const session = await context.sessions.read(token);
  const user = session && (await context.accounts.findById(session.userId));
  if (token === undefined) return sendJson(reply, null);
  // It was ended on another device, or has expired.
  if (!user) return sendJson(dropSession(reply, context.sessionCookie), null);
  const expires = session.expiresAt;
  if (session.renewed) reply.setCookie(name, token, { ...options, expires });
  return sendJson(reply, { user, expires: expires.toISOString() });
}

// Fastify sends nothing at all for null, and clients need the four letters.
function sendJson(reply: FastifyReply, value: unknown) {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
}
