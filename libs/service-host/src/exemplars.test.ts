import { createLogger } from '@triptych/logging';
import { startTracing, type Tracing } from '@triptych/tracing';
import { startTraceReceiver, type TraceReceiver } from '@triptych/tracing/testing';
import { Health } from './health.js';
import { collectProcessMetrics, createRegistry } from './metrics.js';
import { createOpsServer } from './ops-server.js';
import { createTestServer } from './test-server.fixture.js';

const logger = createLogger({ name: 'test', level: 'silent' });
const build = { version: '1.2.3', commit: 'abc123', releasedOn: '2026-11-01T00:00:00.000Z' };
const traceId = '0af7651916cd43dd8448eb211c80319c';
const kept = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
const notKept = { traceparent: '00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' };
let receiver: TraceReceiver;
let tracing: Tracing | undefined;

beforeEach(async () => {
  receiver = await startTraceReceiver();
});
afterEach(async () => {
  await tracing?.stop();
  tracing = undefined;
  await receiver.close();
});

async function trace(): Promise<void> {
  const about = { service: 'test', version: '1.2.3', environment: 'test' };
  tracing = await startTracing({ ...about, endpoint: receiver.endpoint });
}

/** What the ops port tells after the service has had requests with these headers. */
async function metricsAfter(
  exemplars: boolean,
  ...requests: readonly Readonly<Record<string, string>>[]
) {
  const metrics = createRegistry('test', { exemplars });
  collectProcessMetrics(metrics);
  const app = await createTestServer({ logger, metrics });
  app.get('/people/:id', () => ({}));
  for (const headers of requests) await app.inject({ url: '/people/7', headers });
  const ops = createOpsServer(new Health(build, 'test', logger), metrics, logger);
  const { body, headers } = await ops.inject('/-/metrics');
  await Promise.all([app.close(), ops.close()]);
  const series = /^http_request_duration_seconds_bucket\{le="(.*?)",.*route="\/people\/:id".*/;
  return {
    type: headers['content-type'],
    body,
    exemplars: body
      .split('\n')
      .flatMap((line) => (series.test(line) ? line.split(' # ').slice(1) : [])),
  };
}

describe('exemplars', () => {
  it('are off until asked for', async () => {
    await trace();
    const { type, body } = await metricsAfter(false, kept);
    expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).not.toContain(traceId);
  });

  it('name the trace of a request beside its duration', async () => {
    await trace();
    const { type, body, exemplars } = await metricsAfter(true, kept);
    expect(type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(exemplars).toEqual([
      expect.stringMatching(new RegExp(`^\\{trace_id="${traceId}"\\} [0-9.e-]+ [0-9.]+$`)),
    ]);
    expect(body).toMatch(/^http_request_duration_seconds_count\{.*status="200".*\} 1$/m);
  });

  it('name no trace that nobody kept, and forget none for its sake', async () => {
    await trace();
    expect((await metricsAfter(true, notKept)).exemplars).toEqual([]);
    const { body } = await metricsAfter(true, kept, notKept);
    expect(body).toContain(`trace_id="${traceId}"`);
    expect(body).not.toContain('1af7651916cd43dd8448eb211c80319c');
    expect(body).toMatch(/^http_request_duration_seconds_count\{.*\} 2$/m);
  });

  it('are none without traces, in a format that keeps the names of all series', async () => {
    const names = (body: string) =>
      new Set(body.match(/^[a-z_]+(?=[{ ])/gm)?.filter((name) => !/_gc_|active_/.test(name)));
    const plain = await metricsAfter(false, kept);
    const open = await metricsAfter(true, kept);
    expect(open.exemplars).toEqual([]);
    expect(open.body.endsWith('\n# EOF\n')).toBe(true);
    expect(names(open.body)).toEqual(names(plain.body));
    expect(names(open.body)).toContain('process_cpu_user_seconds_total');
  });
});
