import type { Logger } from '@triptych/logging';
import { HealthReportSchema } from '@triptych/schemas';
import type { FastifyReply } from 'fastify';
import { createBareServer } from './bare-server.js';
import type { Server } from './server.js';
import type { Registry } from 'prom-client';
import { drainConnections } from './drain.js';
import type { Health } from './health.js';
import { installErrorHandlers } from './problem-reply.js';
import { refuseUnknown } from './unknown-routes.js';

const problems = { invalidBodyStatus: 400 } as const;

function probe(reply: FastifyReply, ok: boolean) {
  return reply.code(ok ? 200 : 503).send({ status: ok ? 'OK' : 'NOT OK' });
}

/**
 * The port beside the main one: health report, the three probes, metrics. It starts before the service
 * and stops after it, so that probes get a reply all the while.
 */
export function createOpsServer(health: Health, metrics: Registry, logger: Logger): Server {
  // Probes come every few seconds; only their faults are worth a line.
  const level = logger.level === 'silent' ? 'silent' : 'warn';
  const timeouts = { requestTimeout: 5_000, http: { headersTimeout: 2_000 } };
  const app = createBareServer(logger.child({}, { level }), problems, timeouts);
  drainConnections(app, 1_000);
  installErrorHandlers(app, problems);
  refuseUnknown(app);
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
