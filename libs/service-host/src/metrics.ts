import { isTracing, sampledTraceId } from '@triptych/tracing';
import type { Server } from './server.js';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type RegistryContentType,
} from 'prom-client';

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

interface ObservedGauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number;
}

/** A gauge that is read when the metrics are. */
export function observeGauge(registry: Registry, { read, ...metric }: ObservedGauge): void {
  new Gauge({
    ...metric,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/** Whether commands to Redis would be sent. */
export function observeRedis(registry: Registry, isReady: () => boolean): void {
  observeGauge(registry, {
    name: 'redis_up',
    help: '1 while Redis is connected and replies in time',
    read: () => (isReady() ? 1 : 0),
  });
}

type ReadCounts = () => Readonly<Record<'open' | 'idle' | 'waiting' | 'most', number>>;

/** The pool of connections to a database; `read` is undefined for one that has none. */
export function observeConnections(registry: Registry, read: ReadCounts | undefined): void {
  if (!read) return;
  observeGauge(registry, {
    name: 'database_connections_busy',
    help: 'Connections to the database in use',
    read: () => read().open - read().idle,
  });
  observeGauge(registry, {
    name: 'database_connections_max',
    help: 'Connections to the database that are allowed',
    read: () => read().most,
  });
  observeGauge(registry, {
    name: 'database_connections_waiters',
    help: 'Statements that wait for a connection to the database',
    read: () => read().waiting,
  });
}

/**
 * Duration of every request by method, route pattern and status; never by URL. With traces and OpenMetrics each bucket
 * names the trace of the last request that fell into it and was kept.
 */
export function observeRequests(app: Server, registry: Registry): void {
  const enableExemplars = isTracing() && registry.contentType !== Registry.PROMETHEUS_CONTENT_TYPE;
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to last byte handed over',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
    enableExemplars,
  });
  app.addHook('onResponse', ({ method, routeOptions, span }, reply, done) => {
    const labels = { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode };
    const value = reply.elapsedTime / 1000;
    if (enableExemplars) {
      const traceId = span ? sampledTraceId(span) : undefined;
      const exemplarLabels: Record<string, string> =
        traceId === undefined ? {} : { trace_id: traceId };
      histogram.observe({ labels, value, exemplarLabels });
    } else histogram.observe(labels, value);
    done();
  });
}
