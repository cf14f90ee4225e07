import type { Logger } from '@triptych/logging';
import { HealthReportSchema } from '@triptych/schemas';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Server } from './server.js';
import type { Registry } from 'prom-client';
import { drainConnections } from './drain.js';
import type { Health } from './health.js';
import { replyToClientError, frameworkErrors, installErrorHandlers } from './problem-reply.js';
import { requestId, RequestLog } from './request-log.js';

const problems = { invalidBodyStatus: 400 } as const;

function probe(reply: FastifyReply, ok: boolean) {
  return reply.code(ok ? 200 : 503).send({ status: ok ? 'OK' : 'NOT OK' });
}

/**
 * The port beside the main one: health report, the three probes, metrics. It starts before the service
 * and stops after it, so that probes get a reply all the while.
 */
export function createOpsServer(health: Health, metrics: Registry, logger: Logger): Server {
  const app = Fastify<
    RawServerDefault,
    RawRequestDefaultExpression,
    RawReplyDefaultExpression,
    FastifyBaseLogger
  >({
    // Probes come every few seconds; only their faults are worth a line.
    loggerInstance: logger.child({}, { level: logger.level === 'silent' ? 'silent' : 'warn' }),
    logController: new RequestLog({ requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    requestTimeout: 5_000,
    http: { headersTimeout: 2_000 },
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: frameworkErrors(problems),
    clientErrorHandler: replyToClientError,
  }).withTypeProvider<TypeBoxTypeProvider>();
  drainConnections(app);
  installErrorHandlers(app, problems);
  const response = { 200: HealthReportSchema, 503: HealthReportSchema };
  app.get('/-/health', { schema: { response } }, async (_request, reply) => {
    const { healthy, report } = await health.report();
    return reply.code(healthy ? 200 : 503).send(report);
  });
  app.get('/-/live', (_request, reply) => probe(reply, true));
  app.get('/-/ready', async (_request, reply) => probe(reply, await health.isReady()));
  app.get('/-/startup', (_request, reply) => probe(reply, health.hasStarted()));
  app.get('/-/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  return app;
}
