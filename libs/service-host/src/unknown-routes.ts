import type { FastifyRequest } from 'fastify';
import type { Server } from './server.js';

/**
 * Refuses a request that no route serves: 405 with `Allow` where routes of other methods match the path, else 404
 * (RFC 9110, 15.5.6). It does so before the body is read, so that a body cannot be found faulty first.
 *
 * A route for every path (`*`, `/*`) makes no path a known one, but its methods are in `Allow` of those that are.
 */
export function refuseUnknown(app: Server): void {
  const methods = new Set<string>();
  app.addHook('onRoute', ({ method }) => [method].flat().forEach((each) => methods.add(each)));
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (!request.is404) return done();
    const allowed = findMethods(app, request, methods);
    if (allowed.length === 0) return done(refusal(404));
    void reply.header('allow', allowed.join(', '));
    done(refusal(405));
  });
}

function refusal(statusCode: number): Error {
  return Object.assign(new Error('no route'), { statusCode });
}

/** Methods that serve the path of this request; none where only a route for every path matches it. */
function findMethods(app: Server, { url }: FastifyRequest, methods: ReadonlySet<string>): string[] {
  const path = url.split('?', 1)[0]!;
  const matches = [...methods].sort().flatMap((method) => {
    const route = app.findRoute({ method, url: path });
    // For a path that cannot be decoded the router finds a handler that refuses it, without parameters of a query.
    return route?.searchParams ? [{ method, everyPath: isEveryPath(route.params, path) }] : [];
  });
  return matches.some(({ everyPath }) => !everyPath) ? matches.map(({ method }) => method) : [];
}

function isEveryPath(params: Readonly<Record<string, string | undefined>>, path: string): boolean {
  const bare = (text: string) => text.replace(/^\/|\/$/g, '');
  return params['*'] !== undefined && bare(params['*']) === bare(decodeURIComponent(path));
}
