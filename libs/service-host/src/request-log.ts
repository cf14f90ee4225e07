import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

/** A caller's id is taken over only if it cannot break a log or a header. */
export function requestId(request: IncomingMessage): string {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(id) ? id : randomUUID();
}

/**
 * One line a request, naming the route's pattern and never the URL: addresses hold e-mails, and query
 * strings hold codes. Faults are logged by the error handlers.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}
  override defaultErrorLog(): void {}
  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      statusCode: reply.statusCode,
      responseTime: Math.round(reply.elapsedTime * 1000) / 1000,
    };
    if (error) request.log.warn({ ...line, err: error }, 'request aborted');
    else request.log.info(line, 'request');
  }
}
