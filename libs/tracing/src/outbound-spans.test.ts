import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endSpan, inContextOf, startSpan, startTracing, type Tracing } from './index.js';
import { startTraceReceiver, type TraceReceiver } from './testing/index.js';

const heard: IncomingHttpHeaders[] = [];
let upstream: Server;
let origin: string;
let receiver: TraceReceiver;
let tracing: Tracing;

beforeAll(async () => {
  upstream = createServer(({ url, headers, socket }, reply) => {
    heard.push(headers);
    if (url?.startsWith('/cut')) socket.destroy();
    else reply.writeHead(url?.startsWith('/none') ? 404 : 200).end('hello');
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
});
afterAll(async () => {
  upstream.close();
  upstream.closeAllConnections();
  await once(upstream, 'close');
});

beforeEach(async () => {
  heard.length = 0;
  receiver = await startTraceReceiver();
  const { endpoint } = receiver;
  tracing = await startTracing({ service: 'test', version: '1', environment: 'test', endpoint });
});
afterEach(async () => {
  await tracing.stop();
  await receiver.close();
});

const ask = async (path: string) => (await fetch(`${origin}${path}`)).text();
const outbound = () => receiver.spans().filter(({ kind }) => kind === 3);

describe('a request that leaves', () => {
  it('has a span under the work that sent it, with its host and its status', async () => {
    const work = startSpan('work', { kind: 'server', attributes: {} });
    await inContextOf(work, () => Promise.all([ask('/some'), ask('/none')]));
    endSpan(work);
    await tracing.stop();
    const { spanId, traceId } = receiver.named('work')!;
    const common = { name: 'GET', traceId, parentSpanId: spanId, status: { code: 0 } };
    const attributes = { 'http.request.method': 'GET', 'server.address': '127.0.0.1' };
    const statuses = [200, 404].map((status) => ({
      ...common,
      attributes: { ...attributes, 'http.response.status_code': status },
    }));
    const byStatus = outbound().sort(
      (one, other) =>
        Number(one.attributes['http.response.status_code']) -
        Number(other.attributes['http.response.status_code']),
    );
    expect(byStatus).toMatchObject(statuses);
  });

  it('is a fault where no response came', async () => {
    await expect(ask('/cut')).rejects.toThrow();
    await tracing.stop();
    expect(outbound()).toMatchObject([
      { status: { code: 2 }, attributes: { 'error.type': 'UND_ERR_SOCKET' } },
    ]);
  });

  it('sends no trace header to other hosts, and no path to the trace', async () => {
    await ask('/people/ada@example.org?token=hidden');
    await tracing.stop();
    expect(heard).toHaveLength(1);
    expect(heard[0]).not.toHaveProperty('traceparent');
    expect(heard[0]).not.toHaveProperty('tracestate');
    expect(receiver.text()).not.toMatch(/ada@|people|hidden/);
  });

  it('has none once tracing has stopped', async () => {
    await tracing.stop();
    await ask('/some');
    expect(heard).toHaveLength(1);
    expect(receiver.spans()).toEqual([]);
  });
});
