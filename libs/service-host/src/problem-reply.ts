import { createSampler, describeFault, originOf, reasonOfCause } from '@triptych/logging';
import { ServiceError, type ErrorKind } from '@triptych/schemas';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type {} from './error-format.js';
import type { Server } from './server.js';
import { toProblem, type ProblemReply, type ProblemOptions } from './problem-mapping.js';

export const problemMediaType = 'application/problem+json; charset=utf-8';

/**
 * Makes the reply one of this problem, in the form of the route, and returns its body: a string, since a route's response schema must not get to drop
 * members of a problem.
 */
export function writeProblem(
  reply: FastifyReply,
  { problem, retryAfter, contentRange }: ProblemReply,
): string {
  if (contentRange !== undefined) void reply.header('content-range', contentRange);
  if (retryAfter !== undefined) void reply.header('retry-after', Math.ceil(retryAfter));
  void reply.code(problem.status).header('cache-control', 'no-store');
  const format = reply.request.routeOptions.config?.errorFormat;
  if (format === undefined) {
    void reply.type(problemMediaType);
    return JSON.stringify(problem);
  }
  void reply.type(`${format.mediaType}; charset=utf-8`);
  return JSON.stringify(format.format(problem));
}

function sendProblem(reply: FastifyReply, outcome: ProblemReply) {
  return reply.send(writeProblem(reply, outcome));
}

const kindsOfOthers: ReadonlySet<string> = new Set<ErrorKind>(['bad-upstream', 'busy', 'timeout']);

/** Of one class in a minute: enough to look at, and an outage of thousands of requests stays readable. */
const linesPerClass = 5;

function createFaultLog() {
  const sample = createSampler(linesPerClass);
  return (request: FastifyRequest, thrown: unknown, status: number): void => {
    // What another server did, often one that a visitor named, is no fault of this one: a line, without a stack.
    if (thrown instanceof ServiceError && kindsOfOthers.has(thrown.kind)) {
      if (thrown.isLogged) return;
      const { code, host, cause } = thrown;
      const facts = { code, status, host, reason: reasonOfCause(cause) };
      // Hosts that visitors name are without number, and each is another fault.
      const suppressed = host === undefined ? sample(`${code} ${facts.reason}`) : 0;
      if (suppressed !== null) {
        request.log.warn({ ...facts, ...counted(suppressed) }, 'another server failed');
      }
    } else if (thrown instanceof ServiceError && thrown.kind === 'overloaded') {
      const { code } = thrown;
      const suppressed = sample(code);
      if (suppressed !== null)
        request.log.warn({ code, status, ...counted(suppressed) }, 'the service takes no more');
    } else if (status >= 500 && !isNotImplemented(thrown)) {
      const { reason, code } = describeFault(thrown);
      const suppressed = sample(`${reason} ${code} ${originOf(thrown)}`);
      if (suppressed !== null) {
        request.log.error({ err: thrown, ...counted(suppressed) }, 'request failed');
      }
    } else {
      // The code alone: Fastify's own messages echo the address.
      request.log.debug({ code: (thrown as { code?: unknown })?.code, status }, 'request refused');
    }
  };
}

/** What the client asked for is not there, as documented: its doing, although the status is 501. */
function isNotImplemented(thrown: unknown): boolean {
  return thrown instanceof ServiceError && thrown.kind === 'not-implemented';
}

const counted = (suppressed: number) => (suppressed > 0 ? { suppressed } : {});

/** Errors thrown by hooks, validation and handlers, and unknown addresses. */
export function installErrorHandlers(app: Server, options: ProblemOptions): void {
  app.setErrorHandler(frameworkErrors(options));
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, toProblem({ statusCode: 404 }, request.id, options)),
  );
}

/** Nobody is there to read the reply. */
const clientHasLeft = Object.assign(new Error('the client has left'), { statusCode: 400 });

/** Its connection ended while its body was still to be read: by the code alone it might be that of a dependency. */
function isOfClient({ raw }: FastifyRequest, thrown: unknown): boolean {
  return raw.errored !== null && thrown === raw.errored;
}

/** What Fastify's router refuses before any hook runs: a bad escape, an over-long parameter. */
export function frameworkErrors(options: ProblemOptions) {
  const logFault = createFaultLog();
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { faultsAre500 = false } = request.routeOptions.config ?? {};
    const error = isOfClient(request, thrown)
      ? clientHasLeft
      : (!faultsAre500 && options.everywhere?.translate(thrown)) || thrown;
    const outcome = toProblem(error, request.id, options, request.routeOptions);
    logFault(request, error, outcome.problem.status);
    void reply.header('x-request-id', request.id);
    void sendProblem(reply, outcome);
  };
}
