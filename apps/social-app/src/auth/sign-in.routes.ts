import { operationsOf } from '@triptych/service-host';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dropBrowserCache } from '../sessions/ended-session.hook.js';
import type { AuthContext } from './auth.routes.js';
import * as schemas from './auth.schemas.js';
import { errorPage, isSignInError, signInPage } from './auth-pages.js';
import { fieldsOf, type Visit } from './auth-visit.hook.js';
import { browserHashOf } from './csrf.js';
import type { Refused } from './sign-in.js';

interface ProviderParams {
  Params: { provider: string };
}
type ProviderRequest = FastifyRequest<ProviderParams>;

// Strangers' browsers get a page for every mistake, so the handlers read what fits and drop the rest.
const lenient = { attachValidation: true } as const;

const operation = operationsOf('sign-in');
const errorPages = schemas.html('What went wrong');
const operations = {
  showSignIn: operation('showSignIn', 'The page to sign in on', {
    querystring: schemas.SignInQuerySchema,
    response: { 200: schemas.html('One form per provider') },
  }),
  beginSignIn: operation('beginSignIn', 'Start a sign-in at a provider', {
    consumes: schemas.consumes,
    params: schemas.ProviderParamsSchema,
    body: schemas.SignInFormSchema,
    response: { 200: schemas.UrlSchema, 302: schemas.redirect },
  }),
  finishSignIn: operation('finishSignIn', 'Where a provider sends the browser back to', {
    params: schemas.ProviderParamsSchema,
    querystring: schemas.CallbackQuerySchema,
    response: { 302: schemas.redirect },
  }),
  showError: operation('showSignInError', 'What went wrong with a sign-in', {
    response: { 200: errorPages, 302: schemas.redirect, 403: errorPages, 500: errorPages },
  }),
};

export function signInPages(app: FastifyInstance, context: AuthContext): void {
  const pageOptions = { ...lenient, ...operations.showSignIn };
  const showForm = (request: FastifyRequest, reply: FastifyReply) =>
    showSignIn(context, request, reply);
  app.get('/signin', pageOptions, showForm);
  // A GET starts nothing: a link or an image on another site must not sign anyone in.
  app.get('/signin/:provider', { ...pageOptions, schema: { hide: true } }, showForm);

  app.get('/error', { ...lenient, ...operations.showError }, (request, reply) => {
    const { error = '' } = fieldsOf(request.query);
    if (isSignInError(error)) return reply.redirect(signInUrl(context, error));
    const { status, headers, body } = errorPage(error);
    return reply.code(status).headers(headers).send(body);
  });
}

export function signInRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post<ProviderParams>(
    '/signin/:provider',
    { ...lenient, ...operations.beginSignIn },
    (request, reply) => begin(context, request, reply),
  );

  app.get<ProviderParams>(
    '/callback/:provider',
    // A HEAD would use up the code of the provider.
    { ...lenient, ...operations.finishSignIn, exposeHeadRoute: false },
    (request, reply) => finish(context, request, reply),
  );
}

function showSignIn(context: AuthContext, request: FastifyRequest, reply: FastifyReply) {
  const { csrf, callbackUrl } = context.visit(request, reply);
  const { headers, body } = signInPage({
    providers: context.signIn.providers,
    csrfToken: csrf.token,
    callbackUrl,
    error: fieldsOf(request.query)['error'],
  });
  return reply.headers(headers).send(body);
}

async function begin(context: AuthContext, request: ProviderRequest, reply: FastifyReply) {
  const visit = context.visit(request, reply);
  if (!visit.isProven) return leadTo(reply, visit, signInUrl(context, 'MissingCSRF'));
  // Only what cannot change who asks for what: `redirect_uri` and `scope` are decided here.
  const { prompt, login_hint, ui_locales } = fieldsOf(request.query);
  const begun = await context.signIn.begin({
    provider: request.params.provider,
    browserHash: browserHashOf(visit.csrf),
    callbackUrl: visit.callbackUrl,
    hints: { prompt, login_hint, ui_locales },
    link:
      fieldsOf(request.body)['link'] === 'true'
        ? { userId: await currentUserId(context, request) }
        : null,
  });
  return leadTo(reply, visit, 'url' in begun ? begun.url : refuse(context, request, begun));
}

async function finish(context: AuthContext, request: ProviderRequest, reply: FastifyReply) {
  const { name, options } = context.sessionCookie;
  const visit = context.visit(request, reply);
  if (hasRepeated(request.query)) {
    const refused = { failure: 'OAuthCallbackError', reason: 'repeated_parameter' } as const;
    return reply.redirect(refuse(context, request, refused));
  }
  const { state = '', code, iss, error } = fieldsOf(request.query);
  const formerUserId = await currentUserId(context, request);
  const outcome = await context.signIn.finish({
    provider: request.params.provider,
    browserHash: browserHashOf(visit.csrf),
    response: { state, code, iss, error },
    previousToken: request.cookies[name],
    userAgent: request.headers['user-agent'],
    currentUserId: formerUserId,
  });
  if ('failure' in outcome) return reply.redirect(refuse(context, request, outcome));
  const { session, callbackUrl } = outcome;
  const done = session ? 'signed in' : 'account linked';
  request.log.info({ provider: request.params.provider }, done);
  if (session) reply.setCookie(name, session.token, { ...options, expires: session.expiresAt });
  if (session && formerUserId !== null && formerUserId !== session.userId) dropBrowserCache(reply);
  return reply.redirect(callbackUrl);
}

/** RFC 6749 §3.1: no parameter may be there twice; of two issuers the wrong one could be believed. */
function hasRepeated(query: unknown): boolean {
  return Object.values(Object(query) as object).some(Array.isArray);
}

async function currentUserId(context: AuthContext, request: FastifyRequest) {
  const session = await context.sessions.read(request.cookies[context.sessionCookie.name]);
  return session?.userId ?? null;
}

/** Logs the reason and returns where the browser goes. */
function refuse(context: AuthContext, request: ProviderRequest, refused: Refused): string {
  const { failure, reason } = refused;
  request.log.warn({ failure, reason }, 'sign-in refused');
  return `${context.origin}/api/auth/error?error=${failure}`;
}

function signInUrl({ origin }: AuthContext, error: string): string {
  return `${origin}/api/auth/signin?error=${error}`;
}

/** A redirect for browsers; script clients get the address and go there themselves. */
export function leadTo(reply: FastifyReply, { wantsUrl }: Visit, url: string) {
  return wantsUrl ? reply.send({ url }) : reply.redirect(url);
}
