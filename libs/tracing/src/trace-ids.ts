import { trace } from '@opentelemetry/api';

/** For a log line: which trace it belongs to; empty outside of one. */
export function traceIds(): { traceId?: string; spanId?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId };
}
