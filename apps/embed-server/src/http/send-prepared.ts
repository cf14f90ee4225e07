import { evaluateConditions, refuseConditions } from '@triptych/service-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheEvent } from './cache-status.js';
import { isEncodable, preferredCoding } from './content-coding.js';
import type { PreparedReply } from './prepared-reply.js';
import { currentScope, type RequestScope } from './request-scope.js';
import { ServerBusy } from './server-busy.errors.js';

const day = 86_400;

/** On replies that are made of a snapshot: when that was taken. */
export const snapshotHeader = 'x-triptych-snapshot';

/**
 * What a route handler returns: the body itself, since Fastify waits for the end of a response whose reply object is
 * returned. `maxAge` in seconds.
 */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  plain: PreparedReply,
  maxAge: number,
) {
  const scope = currentScope();
  if (isEncodable(plain)) varyBy(reply, 'Accept-Encoding');
  const prepared = await encodedFor(request, plain, scope);
  if (scope) scope.sent = { request, prepared, maxAge };
  const sent = { etag: prepared.etag, length: prepared.body.length };
  const outcome = evaluateConditions(request, sent);
  if (outcome === 'failed' || outcome === 'outside') throw refuseConditions(reply, outcome, sent);
  void reply.headers(prepared.headers);
  void reply.header('cache-control', cacheControl(maxAge, scope?.cacheEvents));
  if (scope?.snapshotTakenAt !== undefined) {
    void reply.header(snapshotHeader, new Date(scope.snapshotTakenAt).toISOString());
  }
  if (outcome === 'not modified') return reply.code(304).send();
  if (outcome === 'whole') return prepared.body;
  const { first, end } = outcome;
  void reply.code(206).header('content-range', `bytes ${first}-${end - 1}/${prepared.body.length}`);
  return prepared.body.subarray(first, end);
}

/** A part is one of the bytes as they are, as clients ask for it who have the others. */
async function encodedFor(
  { headers: { range, 'accept-encoding': accepted } }: FastifyRequest,
  plain: PreparedReply,
  scope: RequestScope | undefined,
): Promise<PreparedReply> {
  const coding = range === undefined && isEncodable(plain) ? preferredCoding(accepted) : null;
  if (coding === null || !scope?.encode) return plain;
  try {
    return await scope.encode(plain, coding);
  } catch (error) {
    if (error instanceof ServerBusy) return plain;
    throw error;
  }
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
