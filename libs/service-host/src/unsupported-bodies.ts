import { problem } from '@triptych/schemas';
import type { FastifyRequest, RouteOptions } from 'fastify';
import type {} from './route-facts.js';
import type { Server } from './server.js';

/** What a route takes as a body, as far as its options say: else JSON. */
export type BodyFacts = Pick<RouteOptions, 'config' | 'schema'>;

/** In the words of a 415 (RFC 9110, 15.5.16). */
export function mediaTypeDetail({ config, schema }: BodyFacts): string {
  const streamed = config?.streamedBody && Object.keys(config.streamedBody);
  const types = streamed ?? schema?.consumes ?? ['application/json'];
  return `The body must be ${types.join(' or ')}.`;
}

/** Its bytes would be read, or kept, as if nobody had encoded them. */
export class BodyEncoded extends problem(
  'unsupported-media',
  'unsupported_media_type',
  'The body must have no Content-Encoding.',
) {}

/** Refuses bodies with a `Content-Encoding`, and says which one there may be. */
export function refuseEncodedBodies(app: Server): void {
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { 'content-encoding': coding = '' } = request.headers;
    if (coding === '' || coding.toLowerCase() === 'identity' || !hasBody(request)) return done();
    void reply.header('accept-encoding', 'identity');
    done(new BodyEncoded());
  });
}

function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const { 'content-length': length = '0', 'transfer-encoding': transfer } = headers;
  return transfer !== undefined || Number(length) > 0;
}
