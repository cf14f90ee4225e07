import { trace, TraceFlags, type Span } from '@opentelemetry/api';

/** For a log line: which trace it belongs to; empty outside of one. */
export function traceIds(): { traceId?: string; spanId?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId };
}

/** The trace of `span`, ended or not, if the receiver gets it: an id that nobody can look up is of no use. */
export function sampledTraceId(span: Span): string | undefined {
  const { traceId, traceFlags } = span.spanContext();
  return (traceFlags & TraceFlags.SAMPLED) === 0 ? undefined : traceId;
}
