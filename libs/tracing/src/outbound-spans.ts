import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { endSpan, startSpan, type Span } from './spans.js';

/** A message of undici about a request. Its path is not read, since it may hold what nobody should see. */
interface OutboundRequest {
  readonly method: string;
  readonly origin: string | URL;
}

interface Message {
  readonly request: OutboundRequest;
  readonly response?: { readonly statusCode: number };
  readonly error?: Error;
}

/** A span for each request that undici sends, in this process; call the result to end that. */
export function traceOutbound(): () => void {
  const spans = new WeakMap<OutboundRequest, Span>();
  const end = ({ request, error }: Message) => {
    const span = spans.get(request);
    if (span) endSpan(span, error);
  };
  const listeners: Readonly<Record<string, (message: Message) => void>> = {
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
      [`undici:request:${name}`, (message: unknown) => listen(message as Message)] as const,
  );
  for (const [channel, listen] of all) subscribe(channel, listen);
  return () => all.forEach(([channel, listen]) => unsubscribe(channel, listen));
}
