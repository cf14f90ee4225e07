import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as it was sent, its attributes as one object. */
export interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** None for the first span of a trace. */
  readonly parentSpanId?: string;
  /** 2 for a request that came in, 3 for one that left. */
  readonly kind: number;
  /** Code 2 for a fault. */
  readonly status: { readonly code: number };
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface TraceReceiver {
  /** For `startTracing`. */
  readonly endpoint: string;
  /** All that has arrived, oldest first. */
  spans(): SentSpan[];
  /** The first span of that name. */
  named(name: string): SentSpan | undefined;
  /** All that has arrived as text, with what the spans do not tell: the resource. */
  text(): string;
  close(): Promise<void>;
}

type WireSpan = Omit<SentSpan, 'attributes'> & {
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
};

interface Wire {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

/** Receives traces on a free port of this machine: OTLP over HTTP, as JSON. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = [];
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      if (incoming.url === '/v1/traces') bodies.push(body);
      response.end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const spans = () => bodies.flatMap(spansOf);
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    named: (name) => spans().find((span) => span.name === name),
    text: () => bodies.join('\n'),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function spansOf(body: string): SentSpan[] {
  const { resourceSpans } = JSON.parse(body) as Wire;
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({ ...span, attributes: record(span.attributes) }));
}

/** From `{ key, value: { stringValue } }` and its like for numbers. */
function record(attributes: WireSpan['attributes']): SentSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, Object.values(value)[0] as string | number]),
  );
}
