export {
  endSpan,
  extractParent,
  inContextOf,
  sampledTraceId,
  startSpan,
  traceIds,
  type Span,
} from './spans.js';
export { isTracing, startTracing, type Tracing, type TracingOptions } from './start-tracing.js';
