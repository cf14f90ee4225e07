import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { ServiceError, type ErrorKind } from '@triptych/schemas';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSlowConsumer } from './slow-consumers.js';
import type { Server } from './server.js';
import { toProblem, type ProblemReply, type ProblemOptions } from './problem-mapping.js';

const mediaType = 'application/problem+json; charset=utf-8';

/**
 * Makes the reply one of this problem, and returns its body: a string, since a route's response schema must not get to drop
 * members of a problem.
 */
export function writeProblem(
  reply: FastifyReply,
  { problem, retryAfter, contentRange }: ProblemReply,
): string {
  if (contentRange !== undefined) void reply.header('content-range', contentRange);
  if (retryAfter !== undefined) void reply.header('retry-after', Math.ceil(retryAfter));
  void reply.code(problem.status).header('cache-control', 'no-store').type(mediaType);
  return JSON.stringify(problem);
}

function sendProblem(reply: FastifyReply, outcome: ProblemReply) {
  return reply.send(writeProblem(reply, outcome));
}

const kindsOfOthers: ReadonlySet<string> = new Set<ErrorKind>(['bad-upstream', 'busy', 'timeout']);

function logFault(request: FastifyRequest, thrown: unknown, status: number): void {
  // What another server did, often one that a visitor named, is no fault of this one: a line, without a stack.
  if (thrown instanceof ServiceError && kindsOfOthers.has(thrown.kind)) {
    const { code, host, cause } = thrown;
    request.log.warn({ code, status, host, reason: reasonOf(cause) }, 'another server failed');
  } else if (status >= 500) request.log.error({ err: thrown }, 'request failed');
  // The code alone: Fastify's own messages echo the address.
  else request.log.debug({ code: (thrown as { code?: unknown })?.code, status }, 'request refused');
}

/** A code, or our own words: the messages of other errors quote what the other server sent. */
function reasonOf(cause: unknown): string | undefined {
  const { code, name, message } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  if (typeof code === 'string') return code;
  return name === 'Error' ? message : name;
}

/** Errors thrown by hooks, validation and handlers, and unknown addresses. */
export function installErrorHandlers(app: Server, options: ProblemOptions): void {
  app.setErrorHandler(frameworkErrors(options));
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, toProblem({ statusCode: 404 }, request.id, options)),
  );
}

/** What Fastify's router refuses before any hook runs: a bad escape, an over-long parameter. */
export function frameworkErrors(options: ProblemOptions) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const outcome = toProblem(error, request.id, options);
    logFault(request, error, outcome.problem.status);
    void reply.header('x-request-id', request.id);
    void sendProblem(reply, outcome);
  };
}

const clientErrors: Record<string, { status: number; code: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'header_fields_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request_timeout' },
};

/** Bytes that are not HTTP, too many headers, a request that never ends: there is no reply object here. */
export function replyToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isSlowConsumer(socket)) return;
  const { status, code } = clientErrors[error.code ?? ''] ?? { status: 400, code: 'bad_request' };
  const title = STATUS_CODES[status];
  const problem = { type: 'about:blank', title, status, code, requestId: randomUUID() };
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `content-type: ${mediaType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ].join('\r\n');
  if (socket.writable) socket.write(`${head}\r\n\r\n${body}`);
  socket.destroySoon();
}
