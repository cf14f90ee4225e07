import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createLogger } from '@triptych/logging';
import { startTracing, traceIds, type Tracing } from '@triptych/tracing';
import { Type } from 'typebox';
import { request } from 'undici';
import { createServer } from './create-server.js';
import { createRegistry } from './metrics.js';

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const received: Sent[] = [];
const upstreamHeaders: object[] = [];
const lines: { msg: string; traceId?: string; spanId?: string }[] = [];
let receiver: HttpServer;
let upstream: HttpServer;
let tracing: Tracing;

const listening = async (server: HttpServer) => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const spans = () =>
  received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const named = (name: string) => spans().find((span) => span.name === name);

beforeAll(async () => {
  receiver = createHttpServer((incoming, answer) => {
    void text(incoming).then((body) => {
      if (incoming.url === '/v1/traces') received.push(JSON.parse(body) as Sent);
      answer.end('{}');
    });
  });
  upstream = createHttpServer((incoming, answer) => {
    upstreamHeaders.push(incoming.headers);
    answer.end('hello');
  });
  const [endpoint, origin] = await Promise.all([listening(receiver), listening(upstream)]);
  tracing = await startTracing({
    service: 'test',
    version: '1.2.3',
    environment: 'test',
    endpoint,
  });
  const logger = createLogger({
    name: 'test',
    level: 'info',
    mixin: traceIds,
    destination: new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(JSON.parse(chunk.toString()) as (typeof lines)[number]);
        done();
      },
    }),
  });
  const app = await createServer(
    {
      name: 'test',
      logger,
      metrics: createRegistry('test'),
      version: '1.2.3',
      trustProxy: false,
      rateLimitMax: 0,
    },
    { title: 'test', description: 'test' },
  );
  app.post('/people/:email', { schema: { body: Type.Object({}) } }, async (incoming) => {
    incoming.log.info('asking');
    const { body } = await request(`${origin}/secret?token=hidden`);
    return { answer: await body.text() };
  });
  app.get('/broken', () => {
    throw new Error('a row: ada@example.org');
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const sent = await request(`${address}/people/ada@example.org?code=hidden`, {
    method: 'POST',
    headers: { traceparent, 'content-type': 'application/json' },
    body: '{}',
  });
  await sent.body.dump();
  await (await request(`${address}/broken`)).body.dump();
  await app.close();
  await tracing.stop();
});

afterAll(() => {
  receiver.close();
  upstream.close();
});

describe('traces', () => {
  it('go on where the caller began, by the pattern of the route', () => {
    expect(named('POST /people/:email')).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
      kind: 2,
      attributes: expect.arrayContaining([
        { key: 'http.route', value: { stringValue: '/people/:email' } },
        { key: 'http.response.status_code', value: { intValue: 200 } },
      ]),
    });
  });

  it('hold what was asked of others, though a body was read before', () => {
    const inside = spans().find(
      ({ kind, parentSpanId }) =>
        kind === 3 && parentSpanId === named('POST /people/:email')?.spanId,
    );
    expect(inside).toMatchObject({ name: 'GET' });
    expect(inside?.attributes).toContainEqual({
      key: 'server.address',
      value: { stringValue: '127.0.0.1' },
    });
  });

  it('are not told to strangers', () => {
    expect(upstreamHeaders).toHaveLength(1);
    expect(upstreamHeaders[0]).not.toHaveProperty('traceparent');
  });

  it('tell a fault by its kind', () => {
    expect(named('GET /broken')).toMatchObject({ status: { code: 2 } });
  });

  it('name the service, and nobody', () => {
    const everything = JSON.stringify(received);
    expect(everything).toContain('"service.name","value":{"stringValue":"test"}');
    expect(everything).not.toMatch(/ada@|hidden|secret/);
  });

  it('are found by what a line in the log says', () => {
    const span = named('POST /people/:email');
    const about = { traceId: span?.traceId, spanId: span?.spanId };
    expect(lines.find(({ msg }) => msg === 'asking')).toMatchObject(about);
    expect(lines.find(({ msg }) => msg === 'request')).toMatchObject(about);
  });
});

describe('without a receiver', () => {
  it('a request has no span and a line no trace', async () => {
    const app = await createServer(
      {
        name: 'test',
        logger: createLogger({ name: 'test', level: 'silent' }),
        metrics: createRegistry('test'),
        version: '1.2.3',
        trustProxy: false,
        rateLimitMax: 0,
      },
      { title: 'test', description: 'test' },
    );
    expect(app.hasRequestDecorator('span')).toBe(false);
    expect(traceIds()).toEqual({});
    await app.close();
  });
});
