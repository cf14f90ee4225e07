import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheEvent } from './cache-status.js';
import type { PreparedReply } from './prepared-reply.js';
import { currentScope } from './request-scope.js';

const day = 86_400;

/**
 * What a route handler returns: the body itself, since Fastify waits for the end of a response whose reply object is
 * returned. `maxAge` in seconds.
 */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: PreparedReply,
  maxAge: number,
) {
  const scope = currentScope();
  if (scope) scope.sent = { request, prepared, maxAge };
  void reply.headers(prepared.headers);
  void reply.header('cache-control', cacheControl(maxAge, scope?.cacheEvents));
  if (isNotModified(request, prepared)) return reply.code(304).send();
  return prepared.body;
}

/** Whether the client has these bytes: a list, `*`, and the weak comparison (RFC 9110 13.1.2). */
export function isNotModified({ headers }: FastifyRequest, { etag }: PreparedReply): boolean {
  const tags = headers['if-none-match'];
  if (tags === undefined) return false;
  if (tags.trim() === '*') return true;
  return tags.split(',').some((item) => item.trim().replace(/^W\//, '') === etag);
}

/**
 * What a cache in front may do (RFC 5861), in seconds: no more than the cache here does with any of the items that
 * the reply was made of. Replies made of none may be served stale for a day.
 */
export function cacheControl(
  maxAge: number,
  events: readonly Pick<CacheEvent, 'revalidate' | 'stale'>[] = [],
): string {
  const revalidate = Math.min(day, ...events.map((event) => event.revalidate));
  const stale = Math.min(day, ...events.map((event) => event.stale));
  return `public, max-age=${maxAge}, stale-while-revalidate=${revalidate}, stale-if-error=${stale}`;
}

/** Lists a further request header that the reply depends on, beside those of CORS. */
export function varyBy(reply: FastifyReply, header: string): void {
  const known = reply.getHeader('vary');
  void reply.header('vary', known === undefined ? header : `${String(known)}, ${header}`);
}

/** Whether `Accept` names WebP itself: clients of every age accept `*` or `image/*`. */
export function acceptsWebp(accept: string | undefined): boolean {
  return accept !== undefined && /\bimage\/webp\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accept);
}
