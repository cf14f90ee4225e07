import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';

export type { Span };

interface SpanOptions {
  readonly kind: 'server' | 'client';
  readonly attributes: Attributes;
  /** The active one by default. */
  readonly parent?: Context;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Begins a span; whoever calls this ends it with `endSpan`. */
export function startSpan(name: string, { kind, attributes, parent }: SpanOptions): Span {
  const tracer = trace.getTracer('triptych');
  return tracer.startSpan(name, { kind: kinds[kind], attributes }, parent ?? context.active());
}

/** Ends a span once. Of a fault it has the kind alone: messages hold data of rows and addresses. */
export function endSpan(span: Span, fault?: unknown): void {
  if (!span.isRecording()) return;
  if (fault !== undefined) {
    span.setAttribute('error.type', kindOf(fault));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** The context of a caller's `traceparent` header (W3C Trace Context), or the root context. */
export function extractParent(headers: Readonly<Record<string, unknown>>): Context {
  return propagation.extract(ROOT_CONTEXT, headers);
}

/** Calls `work` so that spans and log lines which come of it belong to `span`. */
export function inContextOf<T>(span: Span, work: () => T): T {
  return context.with(trace.setSpan(context.active(), span), work);
}

/** Found by its members: an error of another realm is no instance of our `Error`. */
function kindOf(fault: unknown): string {
  const { code, name } = (fault ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return [code, name].find((word) => typeof word === 'string') ?? 'unknown';
}

/** Members of a log line that name the active trace and span; empty outside of a trace. */
export function traceIds(): { traceId?: string; spanId?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId };
}

/** The trace of `span`, ended or not, if the receiver gets it: an id that nobody can look up is of no use. */
export function sampledTraceId(span: Span): string | undefined {
  const { traceId, traceFlags } = span.spanContext();
  return (traceFlags & TraceFlags.SAMPLED) === 0 ? undefined : traceId;
}
