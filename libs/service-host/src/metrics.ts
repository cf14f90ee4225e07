import { isTracing, sampledTraceId } from '@triptych/tracing';
import type { Server } from './server.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type RegistryContentType,
} from 'prom-client';
import { RequestDurations } from './request-durations.js';

export { Counter, Gauge, Histogram, Registry };

/**
 * A registry of one service: nothing global, so that several apps may live in one test process. Only the format
 * OpenMetrics can carry exemplars; Prometheus reads either.
 */
export function createRegistry(service: string, { exemplars = false } = {}): Registry {
  const registry = new Registry<RegistryContentType>();
  if (exemplars) registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  registry.setDefaultLabels({ service });
  // Its type names its format, and nothing that takes one cares.
  return registry as Registry;
}

/** Memory, CPU, event loop and garbage collection of the process. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
}

type Observe = (request: FastifyRequest, reply: FastifyReply) => void;

/** Duration of every request by method, route pattern and status; never by URL. */
export function observeRequests(app: Server, registry: Registry): void {
  const withExemplars = isTracing() && registry.contentType !== Registry.PROMETHEUS_CONTENT_TYPE;
  const observe = withExemplars ? observeWithTrace(registry) : observeAlone(registry);
  app.addHook('onResponse', (request, reply, done) => {
    observe(request, reply);
    done();
  });
}

const duration = {
  name: 'http_request_duration_seconds',
  help: 'Time from request to last byte handed over',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
};

function observeAlone(registry: Registry): Observe {
  const durations = new RequestDurations(registry, duration);
  return ({ method, routeOptions }, { statusCode, elapsedTime }) =>
    durations.observe(method, routeOptions.url ?? 'unknown', statusCode, elapsedTime / 1000);
}

/** Each bucket tells the last trace that fell into it and was kept. */
function observeWithTrace(registry: Registry): Observe {
  const histogram = new Histogram({ ...duration, registers: [registry], enableExemplars: true });
  return (request, reply) => {
    const traceId = request.span ? sampledTraceId(request.span) : undefined;
    histogram.observe({
      labels: labelsOf(request, reply),
      value: reply.elapsedTime / 1000,
      ...(traceId === undefined ? {} : { exemplarLabels: { trace_id: traceId } }),
    });
  };
}

function labelsOf({ method, routeOptions }: FastifyRequest, { statusCode: status }: FastifyReply) {
  return { method, route: routeOptions.url ?? 'unknown', status };
}
