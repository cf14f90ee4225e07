import type { IncomingMessage } from 'node:http';
import type { Logger } from '@triptych/logging';
import type { Registry } from 'prom-client';
import type { TrustProxy } from './config.js';
import { drainConnections } from './drain.js';
import { observeRequests } from './metrics.js';
import { createBareServer } from './bare-server.js';
import { describeApi, type ApiDescription } from './openapi.js';
import type { ProblemOptions } from './problem-mapping.js';
import { installErrorHandlers } from './problem-reply.js';
import {
  type LimitOptions,
  limitRequests,
  type LimitSettings,
  warnOfUnknownProxy,
} from './rate-limit.js';
import { traceRequests } from './request-spans.js';
import { noteScopes } from './route-facts.js';
import type { Server } from './server.js';
import { limitSlowReaders, type SlowReaderLimits } from './slow-readers.js';
import { refuseUnknown } from './unknown-routes.js';
import { refuseEncodedBodies } from './unsupported-bodies.js';
import { compileValidator } from './validator.js';

export interface ServerOptions extends LimitSettings {
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly version: string;
  readonly trustProxy: TrustProxy;
  /** Is handed the server before anything is registered on it: what tests hook in reaches every scope. */
  readonly prepare?: ((app: Server) => void) | undefined;
}

export interface ApiOptions extends ApiDescription, Partial<ProblemOptions> {
  /** Bytes; 64 KiB by default. */
  readonly bodyLimit?: number;
  /** Makes another path or query of a request's before a route is looked up. */
  readonly rewriteUrl?: (url: string) => string;
  /** The method of a request before a route is looked up, where it is to be taken for one of another. */
  readonly methodOf?: (request: IncomingMessage) => string | undefined;
  /** What the limit of requests counts by, and how many requests a reply counts as. */
  readonly limits?: LimitOptions;
  /** What replies may hold whose clients take them slowly; by default a share of the memory. */
  readonly slowReaders?: SlowReaderLimits;
}

/** Node waits for ever by default; these bound what a slow client can hold. */
const timeouts = {
  requestTimeout: 15_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 },
};

/** Before a route is looked up. */
function rewriting({ rewriteUrl, methodOf }: ApiOptions) {
  if (!rewriteUrl && !methodOf) return {};
  return {
    rewriteUrl(request: { url?: string }): string {
      const raw = request as IncomingMessage;
      const method = methodOf?.(raw);
      if (method !== undefined) raw.method = method;
      const { url = '/' } = request;
      return rewriteUrl?.(url) ?? url;
    },
  };
}

/**
 * A Fastify server as all services have it: limits, time-outs, strict TypeBox validation, problem replies,
 * request ids, one log line a request, metrics, rate limit, OpenAPI. It has no feature and does not listen.
 */
export async function createServer(options: ServerOptions, api: ApiOptions): Promise<Server> {
  const { invalidBodyStatus = 400, everywhere } = api;
  const problems = { invalidBodyStatus, everywhere };
  const app = createBareServer(options.logger, problems, {
    trustProxy: options.trustProxy,
    bodyLimit: api.bodyLimit ?? 64 * 1024,
    ...timeouts,
    ...rewriting(api),
  });
  noteScopes(app);
  options.prepare?.(app);
  app.setValidatorCompiler(compileValidator);
  app.removeContentTypeParser('text/plain');
  traceRequests(app);
  drainConnections(app);
  observeRequests(app, options.metrics);
  warnOfUnknownProxy(app, options.trustProxy);
  await limitRequests(app, options, api.limits);
  limitSlowReaders(app, api.slowReaders);
  installErrorHandlers(app, problems);
  refuseUnknown(app);
  refuseEncodedBodies(app);
  const limited = options.rateLimitMax > 0;
  await describeApi(app, api, { ...problems, limited, version: options.version });
  return app;
}
