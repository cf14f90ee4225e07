import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthCookies } from './auth-cookies.js';
import { toCallbackUrl } from './callback-url-mapping.js';
import { readCsrf, isCsrfProven, type Csrf } from './csrf.js';

/** What every request under /api/auth has in common, read before its handler. */
export interface Visit {
  readonly csrf: Csrf;
  readonly isProven: boolean;
  readonly callbackUrl: string;
  /** Script clients want `{url}` instead of a redirect: v4 says `json=true`, v5 sets a header. */
  readonly wantsUrl: boolean;
}

export interface VisitSettings {
  readonly cookies: AuthCookies;
  readonly origin: string;
  readonly secret: string;
}

/** Reads the visit and sets the CSRF and callback cookies where there is no good one yet. */
export function openVisit(
  { cookies, origin, secret }: VisitSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): Visit {
  const csrf = readCsrf(request.cookies[cookies.csrf.name], secret);
  if (csrf.isNew) reply.setCookie(cookies.csrf.name, csrf.cookie, cookies.csrf.options);

  const kept = request.cookies[cookies.callbackUrl.name];
  const body = fieldsOf(request.body);
  const wish = body['callbackUrl'] ?? fieldsOf(request.query)['callbackUrl'] ?? kept;
  const callbackUrl = toCallbackUrl(wish, origin);
  if (callbackUrl !== kept) {
    reply.setCookie(cookies.callbackUrl.name, callbackUrl, cookies.callbackUrl.options);
  }
  return {
    csrf,
    isProven: isCsrfProven(csrf, body['csrfToken']),
    callbackUrl,
    wantsUrl: body['json'] === 'true' || request.headers['x-auth-return-redirect'] !== undefined,
  };
}

/** The string members of a query or form; a field given twice is no field. */
export function fieldsOf(source: unknown): Readonly<Record<string, string | undefined>> {
  const entries = Object.entries(Object(source) as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
