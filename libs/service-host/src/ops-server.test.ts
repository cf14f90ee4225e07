import { createLogger } from '@triptych/logging';
import { Health } from './health.js';
import { createRegistry } from './metrics.js';
import { createOpsServer } from './ops-server.js';

const build = { version: '1.2.3', commit: 'abc123', releasedOn: '2026-11-01T00:00:00.000Z' };

function start() {
  const health = new Health(build, 'test');
  const logger = createLogger({ name: 'test', level: 'silent' });
  return { health, ops: createOpsServer(health, createRegistry('test'), logger) };
}

async function statuses(ops: ReturnType<typeof start>['ops']) {
  const paths = ['live', 'startup', 'ready', 'health'];
  const responses = await Promise.all(paths.map((path) => ops.inject(`/-/${path}`)));
  return responses.map(({ statusCode }) => statusCode);
}

describe('ops port', () => {
  it('is alive but neither started nor ready before the service is', async () => {
    expect(await statuses(start().ops)).toEqual([200, 503, 503, 503]);
  });

  it('reports the documented object when all is well', async () => {
    const { health, ops } = start();
    health.markStarted({ postgres: async () => {} });
    expect(await statuses(ops)).toEqual([200, 200, 200, 200]);
    const report = (await ops.inject('/-/health')).json();
    expect(report).toEqual({
      commit: 'abc123',
      dependencies: { postgres: { status: 'OK' } },
      env: 'test',
      releasedOn: '2026-11-01T00:00:00.000Z',
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      status: 'all systems up and running',
      version: '1.2.3',
    });
  });

  it('reports 503 in the same shape, without a reason, when a dependency fails', async () => {
    const { health, ops } = start();
    health.markStarted({
      postgres: () => Promise.reject(new Error('password authentication failed')),
    });
    expect(await statuses(ops)).toEqual([200, 200, 503, 503]);
    const response = await ops.inject('/-/health');
    expect(response.json()).toMatchObject({
      dependencies: { postgres: { status: 'NOT OK' } },
      version: '1.2.3',
    });
    expect(response.body).not.toMatch(/all systems|password/);
  });

  it('does not wait for a dependency that hangs', async () => {
    const { health, ops } = start();
    health.markStarted({ postgres: () => new Promise(() => {}) });
    expect((await ops.inject('/-/ready')).statusCode).toBe(503);
    expect((await ops.inject('/-/live')).statusCode).toBe(200);
  });

  it('asks a dependency once for many probes at a time', async () => {
    const { health, ops } = start();
    let asked = 0;
    health.markStarted({ postgres: async () => void (asked += 1) });
    await Promise.all(Array.from({ length: 20 }, () => ops.inject('/-/ready')));
    expect(asked).toBe(1);
  });

  it('is not ready while stopping', async () => {
    const { health, ops } = start();
    health.markStarted({});
    health.markStopping();
    expect(await statuses(ops)).toEqual([200, 200, 503, 503]);
  });

  it('exposes Prometheus metrics, and replies to unknown paths with a problem', async () => {
    const { ops } = start();
    expect((await ops.inject('/-/metrics')).headers['content-type']).toMatch(
      /^text\/plain; version=/,
    );
    expect((await ops.inject('/users/1')).json()).toMatchObject({ status: 404, code: 'not_found' });
  });
});
