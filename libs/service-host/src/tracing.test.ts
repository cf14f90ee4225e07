import { once } from 'node:events';
import { createServer as createUpstream, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTracing, traceIds, type Tracing } from '@triptych/tracing';
import { startTraceReceiver, type TraceReceiver } from '@triptych/tracing/testing';
import { Type } from 'typebox';
import { request } from 'undici';
import { createTestServer, recordLog } from './test-server.fixture.js';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const upstreamHeaders: object[] = [];
const { lines, logger } = recordLog('info', { mixin: traceIds });
let receiver: TraceReceiver;
let upstream: Server;
let tracing: Tracing;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  upstream = createUpstream((incoming, reply) => {
    upstreamHeaders.push(incoming.headers);
    reply.end('hello');
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const { endpoint } = receiver;
  tracing = await startTracing({
    service: 'test',
    version: '1.2.3',
    environment: 'test',
    endpoint,
  });
  const app = await createTestServer({ logger });
  app.post('/people/:email', { schema: { body: Type.Object({}) } }, async (incoming) => {
    incoming.log.info('asking');
    const { body } = await request(`${origin}/secret?token=hidden`);
    return { reply: await body.text() };
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

afterAll(async () => {
  upstream.close();
  await receiver.close();
});

describe('traces', () => {
  it('go on where the caller began, by the pattern of the route', () => {
    expect(receiver.named('POST /people/:email')).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
      kind: 2,
      attributes: { 'http.route': '/people/:email', 'http.response.status_code': 200 },
    });
  });

  it('hold what was asked of others, though a body was read before', () => {
    const work = receiver.named('POST /people/:email');
    expect(
      receiver.spans().find(({ parentSpanId }) => parentSpanId === work?.spanId),
    ).toMatchObject({ name: 'GET', kind: 3, attributes: { 'server.address': '127.0.0.1' } });
  });

  it('are not sent to other hosts', () => {
    expect(upstreamHeaders).toHaveLength(1);
    expect(upstreamHeaders[0]).not.toHaveProperty('traceparent');
  });

  it('name a fault by its kind', () => {
    expect(receiver.named('GET /broken')).toMatchObject({ status: { code: 2 } });
  });

  it('name the service, and nobody', () => {
    const everything = receiver.text();
    expect(everything).toContain('"service.name","value":{"stringValue":"test"}');
    expect(everything).not.toMatch(/ada@|hidden|secret/);
  });

  it('are found by the ids in a log line', () => {
    const span = receiver.named('POST /people/:email');
    const about = { traceId: span?.traceId, spanId: span?.spanId };
    expect(lines.find(({ msg }) => msg === 'asking')).toMatchObject(about);
    expect(lines.find(({ msg }) => msg === 'request')).toMatchObject(about);
  });
});

describe('without a receiver', () => {
  it('a request has no span and a line no trace', async () => {
    const app = await createTestServer();
    expect(app.hasRequestDecorator('span')).toBe(false);
    expect(traceIds()).toEqual({});
    await app.close();
  });
});
