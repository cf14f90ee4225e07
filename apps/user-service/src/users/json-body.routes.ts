import type { FastifyInstance } from 'fastify';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The document knows no 415, and clients of the service it describes may send any Content-Type, or none:
 * a body is JSON or it is a 400. Bytes that are not UTF-8 are refused too, instead of being stored as U+FFFD.
 */
export function readAnyBodyAsJson(app: Pick<FastifyInstance, JsonParserMethods>): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    // Nobody will look at it, and it must not hide that there is nothing at this address, or nothing to delete.
    if (request.is404 || (request.method === 'DELETE' && body.length === 0)) return done(null);
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      return done(Object.assign(new SyntaxError('not UTF-8'), { statusCode: 400 }));
    }
    return parseJson(request, text, done);
  });
}

type JsonParserMethods =
  'addContentTypeParser' | 'getDefaultJsonParser' | 'removeAllContentTypeParsers';
