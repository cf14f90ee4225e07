import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './reply.js';
import { matches } from './freshness-headers.js';
import { acceptsWebp } from '../images/accepted-images.js';
import type { HotAnswers } from './response-cache.port.js';
import { currentScope } from './request-scope.js';

/** Said anew for each request. */
const told = ['x-request-id', 'x-content-type-options', 'ratelimit', 'ratelimit-policy'];
const measured = ['cache-control', 'cache-status', 'content-length'];
const ofRequest: ReadonlySet<string> = new Set([...told, ...measured]);

/** Follow from what stands in the name. */
const cors = ['vary', 'access-control-allow-origin', 'access-control-expose-headers'];
const ofName: ReadonlySet<string> = new Set(cors);

/**
 * Serves kept answers before the request gets a scope, CORS, validation and a use case; register it ahead of them.
 * What is logged, counted, limited and traced is so by hooks that run for it all the same.
 */
export function serveHotAnswers(app: FastifyInstance, hot: HotAnswers): void {
  app.addHook('onRequest', (request, reply, done) => {
    const kept = isRead(request) ? hot.find(nameOf(request)) : null;
    if (kept === null) return done();
    const { body, etag } = kept.answer;
    void reply.headers(kept.headers);
    if (matches(request.headers['if-none-match'], etag)) void reply.code(304).send();
    else void reply.send(body);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const scope = currentScope();
    if (scope?.given?.request === request && reply.statusCode === 200 && isRead(request)) {
      const { answer, maxAge } = scope.given;
      const { notes, hits } = scope;
      const headers = notes.length === hits.length ? sameForName(reply, answer) : null;
      if (headers) hot.offer(nameOf(request), { answer, headers, maxAge, hits });
    }
    done(null, payload);
  });
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** All that an answer depends on beside the copies: a target holds no space. */
function nameOf({ url, headers: { origin, accept } }: FastifyRequest): string {
  const webp = acceptsWebp(accept);
  return origin === undefined && !webp ? url : `${url} ${webp} ${origin ?? ''}`;
}

/** `null` when the answer says something of which it is not known what it depends on. */
function sameForName(reply: FastifyReply, { headers }: Answer): Record<string, string> | null {
  const same: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (ofName.has(name)) same[name] = String(value);
    else if (!ofRequest.has(name) && headers[name] !== value) return null;
  }
  return same;
}
