import { streamBodies, type Server } from '@triptych/service-host';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a form of any page can send; whoever sends a file names no type, or what it is. */
const formTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];
const sentByForm = Object.assign(new Error('a body that a form can send'), { statusCode: 415 });

/** Hands bodies of this scope to their handlers as they come, but for those that a form sends. */
export function streamFiles(app: Server): void {
  streamBodies(app);
  app.addContentTypeParser(formTypes, (_request, _payload, done) => done(sentByForm));
}

/** As far as the sender says. */
export function announcedBy({ headers }: FastifyRequest): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/** The body of a request. Whoever stops reading does not end the request, which still gets its reply. */
export async function* bytesOf({ body }: FastifyRequest): AsyncIterable<Buffer> {
  if (body) yield* (body as Body).iterator({ destroyOnReturn: false });
}

interface Body {
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Buffer>;
}

/** Waits for work that reads the body of a request. When it fails, what is left of the body is still on its way, or never comes. */
export async function afterBody<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!request.raw.complete) void reply.header('connection', 'close');
    throw error;
  }
}
