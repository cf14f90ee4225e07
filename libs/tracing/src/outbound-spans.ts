import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { endSpan, startSpan, type Span } from './spans.js';

/** What undici tells of a request; its path is not looked at, it may hold what nobody should read. */
interface OutboundRequest {
  readonly method: string;
  readonly origin: string | URL;
}

interface Told {
  readonly request: OutboundRequest;
  readonly response?: { readonly statusCode: number };
  readonly error?: Error;
}

/** A span for each request that undici sends, in this process; call the result to end that. */
export function traceOutbound(): () => void {
  const spans = new WeakMap<OutboundRequest, Span>();
  const end = ({ request, error }: Told) => {
    const span = spans.get(request);
    if (span) endSpan(span, error);
  };
  const listeners: Readonly<Record<string, (told: Told) => void>> = {
    create: ({ request }) => {
      const attributes = {
        'http.request.method': request.method,
        'server.address': new URL(request.origin).hostname,
      };
      spans.set(request, startSpan(request.method, { kind: 'client', attributes }));
    },
    headers: ({ request, response }) => {
      spans.get(request)?.setAttribute('http.response.status_code', response?.statusCode ?? 0);
    },
    trailers: end,
    error: end,
  };
  const all = Object.entries(listeners).map(
    ([name, listen]) =>
      [`undici:request:${name}`, (told: unknown) => listen(told as Told)] as const,
  );
  for (const [channel, listen] of all) subscribe(channel, listen);
  return () => all.forEach(([channel, listen]) => unsubscribe(channel, listen));
}
