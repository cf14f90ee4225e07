import type { FastifyRequest } from 'fastify';
import type { Server } from './server.js';

/**
 * Makes @fastify/static take conditions and ranges as RFC 9110 wants it, in this scope; to be called before it is
 * registered. It marks its tags as weak, which no `If-Match` and no `If-Range` ever matches, and compares them all the
 * same; files of a build do not change, so their tags (size and time of change) are strong. Preconditions that fail and
 * ranges that lie outside are thrown by it.
 */
export function compareFilesStrongly(app: Server): void {
  app.setErrorHandler((error, request, reply) => {
    if (!asksForLongerEnd(request, error)) throw error;
    delete request.raw.headers.range;
    return request.routeOptions.handler.call(app, request, reply.code(200));
  });
  app.addHook('onRequest', (request, _reply, done) => {
    requireStrongTags(request);
    limitRange(request);
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    const tag = reply.getHeader('etag');
    if (typeof tag === 'string') void reply.header('etag', tag.replace(/^W\//, ''));
    done(null, payload);
  });
}

/** A weak tag matches nothing here (RFC 9110, 13.1.1). */
function requireStrongTags({ raw: { headers } }: FastifyRequest): void {
  const tags = headers['if-match'];
  if (tags === undefined || tags.trim() === '*') return;
  const strong = tags.split(',').filter((tag) => !tag.trim().startsWith('W/'));
  headers['if-match'] = strong.length === 0 ? '""' : strong.join(',');
}

/** The last bytes of a file that has fewer are all of it (RFC 9110, 14.1.2); @fastify/send calls them unsatisfiable. */
function asksForLongerEnd({ raw }: FastifyRequest, error: unknown): boolean {
  const { statusCode, headers } = error as {
    statusCode?: number;
    headers?: Record<string, string>;
  };
  const isEmpty = headers?.['Content-Range']?.endsWith('/0') ?? true;
  return (
    statusCode === 416 && !isEmpty && /^ *bytes= *-0*[1-9]\d* *$/.test(raw.headers.range ?? '')
  );
}

/** Ranges are for GET, and one of another state of the file would be worse than all of it (RFC 9110, 13.1.5, 14.2). */
function limitRange({ raw: { headers, method } }: FastifyRequest): void {
  if (method !== 'GET') delete headers.range;
  const validator = headers['if-range']?.toString().trim();
  if (validator === undefined) return;
  // By date two states of one second are the same.
  if (validator.startsWith('"')) headers['if-range'] = `W/${validator}`;
  else delete headers.range;
}
