import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';

export type { Span };

interface SpanOptions {
  readonly kind: 'server' | 'client';
  readonly attributes: Attributes;
  /** The one that is under way, unless told. */
  readonly parent?: Context;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Begins a span; whoever calls this ends it with `endSpan`. */
export function startSpan(name: string, { kind, attributes, parent }: SpanOptions): Span {
  const tracer = trace.getTracer('triptych');
  return tracer.startSpan(name, { kind: kinds[kind], attributes }, parent ?? context.active());
}

/** Ends a span once. A fault is told by its kind alone: messages hold data of rows and addresses. */
export function endSpan(span: Span, fault?: unknown): void {
  if (!span.isRecording()) return;
  if (fault !== undefined) {
    span.setAttribute('error.type', kindOf(fault));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** What a caller's `traceparent` says, or nothing. */
export function extractParent(headers: Readonly<Record<string, unknown>>): Context {
  return propagation.extract(ROOT_CONTEXT, headers);
}

/** Calls `work` so that spans and log lines which come of it belong to `span`. */
export function inContextOf<T>(span: Span, work: () => T): T {
  return context.with(trace.setSpan(context.active(), span), work);
}

/** By its looks: an error of another realm is no instance of our `Error`. */
function kindOf(fault: unknown): string {
  const { code, name } = (fault ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return [code, name].find((word) => typeof word === 'string') ?? 'unknown';
}
