import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Logger } from '@triptych/logging';
import { problemSchema } from '@triptych/schemas';
import Fastify, {
  type FastifyBaseLogger,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import { drainConnections } from './drain.js';
import type { TrustProxy } from './config.js';
import { observeRequests } from './metrics.js';
import { describeApi, type ApiDescription } from './openapi.js';
import type { ProblemOptions } from './problem-mapping.js';
import { replyToClientError, frameworkErrors, installErrorHandlers } from './problem-reply.js';
import { type LimitOptions, limitRequests } from './rate-limit.js';
import { requestId, RequestLog } from './request-log.js';
import { traceRequests } from './request-spans.js';
import { noteScopes } from './route-facts.js';
import type { Server } from './server.js';
import { refuseUnknown } from './unknown-routes.js';
import { compileValidator } from './validator.js';

export interface ServerOptions {
  /** The service's name: prefix of its keys in a shared Redis. */
  readonly name: string;
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly version: string;
  readonly trustProxy: TrustProxy;
  /** Requests a minute and client; 0 turns the limit off. */
  readonly rateLimitMax: number;
  readonly redis?: Redis | undefined;
  /** Is handed the server before anything is registered on it: what tests hook in reaches every scope. */
  readonly prepare?: ((app: Server) => void) | undefined;
}

export interface ApiOptions extends Partial<ProblemOptions> {
  readonly title: string;
  readonly description: string;
  // To be deleted once every route names its error classes in `config.errors`.
  /** Codes of features whose routes do not name their error classes. */
  readonly problemCodes?: readonly string[];
  /** Bytes; 64 KiB by default. */
  readonly bodyLimit?: number;
  /** Makes another path or query of a request's before a route is looked up. */
  readonly rewriteUrl?: (url: string) => string;
  /** What the limit of requests counts by, and how many requests a reply counts as. */
  readonly limits?: LimitOptions;
  readonly securitySchemes?: ApiDescription['securitySchemes'];
  readonly tags?: ApiDescription['tags'];
}

/** Node waits for ever by default; these bound what a slow client can hold. */
const timeouts = { requestTimeout: 15_000, keepAliveTimeout: 72_000 };

function createFastify(options: ServerOptions, api: ApiOptions, problems: ProblemOptions): Server {
  return Fastify<
    RawServerDefault,
    RawRequestDefaultExpression,
    RawReplyDefaultExpression,
    FastifyBaseLogger
  >({
    loggerInstance: options.logger,
    logController: new RequestLog({ requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    trustProxy: options.trustProxy,
    bodyLimit: api.bodyLimit ?? 64 * 1024,
    ...timeouts,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 },
    // Requests that arrive on kept connections while closing are served, and their replies close the connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
    ...(api.rewriteUrl && {
      rewriteUrl: ({ url = '/' }: RawRequestDefaultExpression) => api.rewriteUrl?.(url) ?? url,
    }),
    frameworkErrors: frameworkErrors(problems),
    clientErrorHandler: replyToClientError,
  }).withTypeProvider<TypeBoxTypeProvider>();
}

/**
 * A Fastify server as all services have it: limits, time-outs, strict TypeBox validation, problem replies,
 * request ids, one log line a request, metrics, rate limit, OpenAPI. It has no feature and does not listen.
 */
export async function createServer(options: ServerOptions, api: ApiOptions): Promise<Server> {
  const problems = { invalidBodyStatus: api.invalidBodyStatus ?? 400 };
  const app = createFastify(options, api, problems);
  noteScopes(app);
  options.prepare?.(app);
  // Routes that use `problemResponses` refer to it; the document holds the one with the derived codes.
  app.addSchema(problemSchema([]));
  app.setValidatorCompiler(compileValidator);
  app.removeContentTypeParser('text/plain');
  traceRequests(app);
  // Hooks that wait for nothing take a callback: each promise of a request is paid for in every request.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    done();
  });
  drainConnections(app);
  observeRequests(app, options.metrics);
  const { rateLimitMax: max, redis, name: nameSpace } = options;
  await limitRequests(app, { ...api.limits, max, redis, nameSpace });
  installErrorHandlers(app, problems);
  refuseUnknown(app);
  const { title, description, securitySchemes, tags } = api;
  const contract = { ...problems, limited: max > 0, codes: api.problemCodes ?? [] };
  await describeApi(
    app,
    { title, description, securitySchemes, tags, version: options.version },
    contract,
  );
  return app;
}
