import { context, propagation, trace } from '@opentelemetry/api';
import { traceOutbound } from './outbound-spans.js';
import { traceRedis } from './redis-spans.js';

export interface TracingOptions {
  readonly service: string;
  readonly version: string;
  readonly environment: string;
  /** Base address of an OTLP receiver over HTTP, without `/v1/traces`. */
  readonly endpoint: string;
  /** Milliseconds that the receiver has for a message, attempts and all; 3,000 by default. */
  readonly timeoutMs?: number;
}

export interface Tracing {
  /** Sends what is left, and stops. Never rejects: a receiver that is away costs an end its time-out and no more. */
  stop(): Promise<void>;
}

let running = false;

/** Whether spans are made in this process: what costs anything asks first. */
export function isTracing(): boolean {
  return running;
}

/**
 * Sends traces to an OTLP receiver from now on. The SDK is loaded here and nowhere else, so that a process without a
 * receiver never loads it. Which traces are kept, `OTEL_TRACES_SAMPLER` says.
 */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, core, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
    ]);
  const { timeoutMs: timeoutMillis = 3_000 } = options;
  const url = `${options.endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': options.service,
      'service.version': options.version,
      'deployment.environment.name': options.environment,
    }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis }))],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  const stops = [traceOutbound(), traceRedis()];
  running = true;
  return {
    async stop() {
      running = false;
      stops.forEach((stop) => stop());
      await provider.shutdown().catch(() => {});
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
