import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Logger } from '@triptych/logging';
import Fastify, { type FastifyBaseLogger, type FastifyHttpOptions } from 'fastify';
import type { RawServerDefault } from 'fastify';
import type { ProblemOptions } from './problem-mapping.js';
import { refuseTunnel, replyToClientError } from './connection-errors.js';
import { brokenRule } from './message-rules.js';
import { frameworkErrors } from './problem-reply.js';
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
    // The rules of messages refuse a request without a host, and see all of its hosts.
    http: { ...own.http, requireHostHeader: false, joinDuplicateHeaders: true },
  };
  const app = Fastify(options).withTypeProvider<TypeBoxTypeProvider>();
  // Hooks that wait for nothing take a callback: each promise of a request is paid for in every request.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    const statusCode = brokenRule(request.raw);
    if (statusCode === null) return done();
    // Where the message ends may be another place for whoever sent it.
    void reply.header('connection', 'close');
    done(Object.assign(new Error('a rule of HTTP is broken'), { statusCode }));
  });
  // Node would reply to it by itself.
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply));
  app.server.on('connect', refuseTunnel);
  return app;
}
