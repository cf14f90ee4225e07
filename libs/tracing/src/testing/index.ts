export { type SentSpan, startTraceReceiver, type TraceReceiver } from './trace-receiver.js';
