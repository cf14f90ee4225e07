import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

type Csrf = ReturnType<typeof readCsrf>;

/**
 * Double submit as in Auth.js: the cookie `token|hash` proves itself by the secret, the body repeats its token. `isNew`:
 * the request came without a valid cookie, and the reply must set this one.
 */
export function readCsrf(cookie: string | undefined, secret: string) {
  const [token = '', hash = ''] = cookie?.split('|') ?? [];
  const isValid = /^[0-9a-f]{64}$/.test(token) && equals(hash, hashOf(token, secret));
  if (cookie !== undefined && isValid) return { token, cookie, isNew: false };
  const fresh = randomBytes(32).toString('hex');
  return { token: fresh, cookie: `${fresh}|${hashOf(fresh, secret)}`, isNew: true };
}

/** A cookie that this very reply sets proves nothing: the submitter cannot have known it. */
export function isCsrfProven(csrf: Csrf, submitted: unknown): boolean {
  return !csrf.isNew && typeof submitted === 'string' && equals(submitted, csrf.token);
}

/** Ties a sign-in under way to the browser, which holds the token in a cookie of its own. */
export function browserHashOf(csrf: Csrf): string {
  return createHash('sha256').update(`browser ${csrf.token}`).digest('hex');
}

function hashOf(token: string, secret: string): string {
  return createHash('sha256').update(`${token}${secret}`).digest('hex');
}

function equals(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
