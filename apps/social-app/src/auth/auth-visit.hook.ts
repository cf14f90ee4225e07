import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from '../sessions/session-cookie.js';
import { readCsrf, isCsrfProven, type Csrf } from './csrf.js';

interface EncodedCookie extends SessionCookie {
  readonly options: SessionCookie['options'] & { readonly encode: (value: string) => string };
}

export interface AuthCookies {
  readonly csrf: EncodedCookie;
  readonly callbackUrl: EncodedCookie;
}

/** Beside the session cookie, with the names of Auth.js. A `__Host-` name keeps sibling hosts from planting one. */
export function authCookies({ options }: SessionCookie): AuthCookies {
  const { secure } = options;
  // The values hold `|`, `:` and `/`, which Auth.js sends percent-encoded.
  const encoded = { ...options, encode: encodeURIComponent };
  return {
    csrf: { name: `${secure ? '__Host-' : ''}authjs.csrf-token`, options: encoded },
    callbackUrl: { name: `${secure ? '__Secure-' : ''}authjs.callback-url`, options: encoded },
  };
}

/** What every request under /api/auth has in common, read before its handler. */
export interface Visit {
  readonly csrf: Csrf;
  readonly isProven: boolean;
  readonly callbackUrl: string;
  /** Script clients want `{url}` instead of a redirect: v4 sends `json=true`, v5 sets a header. */
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
  const wanted = body['callbackUrl'] ?? fieldsOf(request.query)['callbackUrl'] ?? kept;
  const callbackUrl = toCallbackUrl(wanted, origin);
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

/**
 * Where to go after signing in or out: a path or URL of this origin, else the origin itself.
 * Applied to every source (body, query, cookie, database) each time it is read.
 */
function toCallbackUrl(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || wanted === origin) return origin;
  // A leading slash is a path even when browsers would read `//host` or `/\host` as another site.
  const url = parse(wanted.startsWith('/') ? origin + wanted : wanted);
  // `blob:` URLs have an origin too, and userinfo makes a link look like another site's.
  const ours = url?.origin === origin && /^https?:$/.test(url.protocol) && !url.username;
  return url && ours && !url.password ? url.href : origin;
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
