export { endSpan, extractParent, inContextOf, startSpan, type Span } from './spans.js';
export { isTracing, startTracing, type Tracing, type TracingOptions } from './start-tracing.js';
export { sampledTraceId, traceIds } from './trace-ids.js';
