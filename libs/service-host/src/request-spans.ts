import {
  endSpan,
  extractParent,
  inContextOf,
  isTracing,
  startSpan,
  type Span,
} from '@triptych/tracing';
import type { Server } from './server.js';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}

/** A span for each request by method and route pattern, never by URL; without a receiver not even a hook. */
export function traceRequests(app: Server): void {
  if (!isTracing()) return;
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const span = spanOf(request);
    request.span = span;
    inContextOf(span, done);
  });
  // The body was read in the events of the socket, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) inContextOf(request.span, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.span?.setAttribute('http.response.status_code', reply.statusCode);
    end(request, reply.statusCode >= 500 ? String(reply.statusCode) : undefined);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    end(request, 'aborted');
    done();
  });
}

function spanOf(request: FastifyRequest): Span {
  const route = request.routeOptions.url ?? 'unknown';
  return startSpan(`${request.method} ${route}`, {
    kind: 'server',
    attributes: { 'http.request.method': request.method, 'http.route': route },
    parent: extractParent(request.headers),
  });
}

function end({ span }: FastifyRequest, fault: string | undefined): void {
  if (span) endSpan(span, fault && { code: fault });
}
