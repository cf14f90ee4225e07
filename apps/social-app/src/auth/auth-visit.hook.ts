import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from '../sessions/session-cookie.js';
import { readCsrf, isCsrfProven } from './csrf.js';

export type Visit = ReturnType<ReturnType<typeof createVisits>>;

/**
 * Reads what every request under /api/auth has in common, before its handler, and sets the CSRF and callback cookies
 * where there is no good one yet. They have the names of Auth.js; a `__Host-` name keeps sibling hosts from planting one.
 */
export function createVisits({ options }: SessionCookie, origin: string, secret: string) {
  const csrfCookie = `${options.secure ? '__Host-' : ''}authjs.csrf-token`;
  const callbackCookie = `${options.secure ? '__Secure-' : ''}authjs.callback-url`;
  // The values hold `|`, `:` and `/`, which Auth.js sends percent-encoded.
  const encoded = { ...options, encode: encodeURIComponent };
  return (request: FastifyRequest, reply: FastifyReply) => {
    const csrf = readCsrf(request.cookies[csrfCookie], secret);
    if (csrf.isNew) reply.setCookie(csrfCookie, csrf.cookie, encoded);
    const kept = request.cookies[callbackCookie];
    const body = fieldsOf(request.body);
    const wanted = body['callbackUrl'] ?? fieldsOf(request.query)['callbackUrl'] ?? kept;
    const callbackUrl = toCallbackUrl(wanted, origin);
    if (callbackUrl !== kept) reply.setCookie(callbackCookie, callbackUrl, encoded);
    return {
      csrf,
      isProven: isCsrfProven(csrf, body['csrfToken']),
      callbackUrl,
      /** Script clients want `{url}` instead of a redirect: v4 sends `json=true`, v5 sets a header. */
      wantsUrl: body['json'] === 'true' || request.headers['x-auth-return-redirect'] !== undefined,
    };
  };
}

/**
 * The string members of a query or form. A field given twice is no field, nor is one with a NUL, which no text of the
 * database can hold.
 */
export function fieldsOf(source: unknown): Readonly<Record<string, string | undefined>> {
  const entries = Object.entries(Object(source) as Record<string, unknown>);
  return Object.fromEntries(entries.filter(isField));
}

function isField(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string' && !entry[1].includes('\0');
}

/**
 * Where to go after signing in or out: a path or URL of this origin, else the origin itself.
 * Applied to every source (body, query, cookie, database) each time it is read.
 */
function toCallbackUrl(wanted: string | undefined, origin: string): string {
  if (wanted === undefined || wanted === origin) return origin;
  // A leading slash is a path even when browsers would read `//host` or `/\host` as another site.
  const text = wanted.startsWith('/') ? origin + wanted : wanted;
  if (!URL.canParse(text)) return origin;
  const { href, origin: target, protocol, username, password } = new URL(text);
  // `blob:` URLs have an origin too, and userinfo makes a link look like another site's.
  const isOwn = target === origin && /^https?:$/.test(protocol) && !username && !password;
  return isOwn ? href : origin;
}
