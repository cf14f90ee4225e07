import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './reply.js';
import { cacheControl, matches } from './freshness-headers.js';
import { currentScope } from './request-scope.js';

/**
 * What the handler is to return: the body itself, since Fastify waits for the end of an answer whose reply is returned.
 * `maxAge` in seconds.
 */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  maxAge: number,
) {
  const { body, headers, etag } = answer;
  const scope = currentScope();
  if (scope) scope.given = { request, answer, maxAge };
  void reply.headers(headers);
  void reply.header('cache-control', cacheControl(maxAge, scope?.notes));
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return body;
}

/** Tells caches in front of a further header that the answer depends on, beside what CORS says. */
export function varyBy(reply: FastifyReply, header: string): void {
  const known = reply.getHeader('vary');
  void reply.header('vary', known === undefined ? header : `${String(known)}, ${header}`);
}
