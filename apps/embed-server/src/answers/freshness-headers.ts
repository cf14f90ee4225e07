import { createHash } from 'node:crypto';

/** A strong validator: the same bytes, the same tag, on every replica. */
export function entityTag(body: Buffer | string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** RFC 9110 13.1.2: a list, `*`, and the weak comparison. */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((item) => item.trim().replace(/^W\//, '') === tag);
}

/** A shared cache may help out for a day while this server, or its upstream, fails. */
export function cacheControl(maxAge: number): string {
  return `public, max-age=${maxAge}, stale-if-error=86400`;
}
