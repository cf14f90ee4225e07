import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Logger } from '@triptych/logging';
import Fastify, { type FastifyBaseLogger, type FastifyHttpOptions } from 'fastify';
import type { RawServerDefault } from 'fastify';
import type { ProblemOptions } from './problem-mapping.js';
import { frameworkErrors, replyToClientError } from './problem-reply.js';
import { requestId, RequestLog } from './request-log.js';
import type { Server } from './server.js';

type Options = FastifyHttpOptions<RawServerDefault, FastifyBaseLogger>;

/** What both servers of a service share: request ids, log lines, problem replies of the router and the socket. */
export function createBareServer(logger: Logger, problems: ProblemOptions, own: Options): Server {
  const options: Options = {
    loggerInstance: logger,
    logController: new RequestLog({ requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    // Requests that arrive on kept connections while closing are served, and their replies close the connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
    frameworkErrors: frameworkErrors(problems),
    clientErrorHandler: replyToClientError,
    ...own,
  };
  return Fastify(options).withTypeProvider<TypeBoxTypeProvider>();
}
