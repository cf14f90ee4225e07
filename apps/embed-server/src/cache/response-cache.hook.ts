import {
  addDescribedHook,
  conditionErrors,
  describeHook,
  evaluateConditions,
  type Server,
} from '@triptych/service-host';
import type { FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify';
import { preferredCoding } from '../http/content-coding.js';
import type { PreparedReply } from '../http/prepared-reply.js';
import { currentScope } from '../http/request-scope.js';
import { acceptsWebp } from '../http/send-prepared.js';
import type { ResponseCache } from './response-cache.js';

/** Made anew for each request, by this cache or by the hooks that run for it all the same. */
const ofRequest: ReadonlySet<string> = new Set([
  'x-request-id',
  'x-content-type-options',
  'ratelimit',
  'ratelimit-policy',
  'cache-control',
  'cache-status',
  'content-length',
]);

/** Follow from what is part of the request key. */
const ofKey: ReadonlySet<string> = new Set([
  'vary',
  'access-control-allow-origin',
  'access-control-expose-headers',
]);

/**
 * Sends kept replies before the request gets a scope, CORS, validation and a use case; register it ahead of them.
 * Logs, metrics, rate limits and traces are made by hooks that run for these replies as well.
 */
export function serveCachedResponses(
  app: Server,
  cache: ResponseCache,
  variesByOrigin: boolean,
): void {
  /** All that a reply depends on beside the copies. A request target holds no space, so the parts cannot be confused. */
  const requestKey = ({ url, headers }: FastifyRequest): string => {
    const origin = (variesByOrigin && headers.origin) || '';
    const webp = acceptsWebp(headers.accept) ? 'webp' : '';
    const coding = preferredCoding(headers['accept-encoding']) ?? '';
    return `${url} ${webp} ${coding} ${origin}`;
  };
  const sendKept: onRequestHookHandler = (request, reply, done) => {
    const { range, 'if-match': match } = request.headers;
    // What may be a part, or a refusal, is left to the route.
    if (range !== undefined || match !== undefined || !isRead(request)) return done();
    const kept = cache.find(requestKey(request));
    if (kept === null) return done();
    void reply.headers(kept.headers);
    const { etag, body } = kept.prepared;
    const outcome = evaluateConditions(request, { etag, length: body.length });
    if (outcome === 'not modified') void reply.code(304).send();
    else void reply.send(body);
  };
  // Every reply of a route that is read is a prepared one, and whichever sends it takes the same conditions.
  const isExempt = ({ method }: Pick<RouteOptions, 'method'>) =>
    method === 'POST' || method === 'DELETE';
  addDescribedHook(app, 'onRequest', describeHook(sendKept, { errors: conditionErrors, isExempt }));
  app.addHook('onSend', (request, reply, payload, done) => {
    const scope = currentScope();
    const { sent, cacheEvents } = scope ?? {};
    // Connections to other servers that were opened for this request keep its scope for as long as they live.
    if (scope) scope.sent = undefined;
    if (sent?.request === request && reply.statusCode === 200 && isRead(request)) {
      const headers = sameForKey(reply, sent.prepared);
      if (headers) {
        const { prepared, maxAge } = sent;
        cache.store(requestKey(request), { prepared, headers, maxAge, events: cacheEvents ?? [] });
      }
    }
    done(null, payload);
  });
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** `null` when the reply has a header of which it is not known what it depends on. */
function sameForKey(
  reply: FastifyReply,
  { headers }: PreparedReply,
): Record<string, string> | null {
  const same: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (ofKey.has(name)) same[name] = String(value);
    else if (!ofRequest.has(name) && headers[name] !== value) return null;
  }
  return same;
}
