import { jest } from '@jest/globals';
import { DependencyFault } from '@triptych/logging';
import { Health } from './health.js';
import { createRegistry } from './metrics.js';
import { createOpsServer } from './ops-server.js';
import { recordLog } from './test-server.fixture.js';

const build = { version: '1.2.3', commit: 'abc123', releasedOn: '2026-11-01T00:00:00.000Z' };

function start() {
  const { lines, logger } = recordLog('info');
  const health = new Health(build, 'test', logger);
  started.push(health);
  return { lines, health, ops: createOpsServer(health, createRegistry('test'), logger) };
}

const started: Health[] = [];
afterEach(() => started.splice(0).forEach((health) => health.markStopping()));

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
    await health.markStarted({ postgres: async () => {} });
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
    await health.markStarted({
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
    await health.markStarted({ postgres: () => new Promise(() => {}) });
    expect((await ops.inject('/-/ready')).statusCode).toBe(503);
    expect((await ops.inject('/-/live')).statusCode).toBe(200);
  });

  it('asks a dependency once for many probes at a time', async () => {
    const { health, ops } = start();
    let asked = 0;
    await health.markStarted({ postgres: async () => void (asked += 1) });
    await Promise.all(Array.from({ length: 20 }, () => ops.inject('/-/ready')));
    expect(asked).toBe(1);
  });

  it('is not ready while stopping', async () => {
    const { health, ops } = start();
    await health.markStarted({});
    health.markStopping();
    expect(await statuses(ops)).toEqual([200, 200, 503, 503]);
  });

  it('asks no dependency whether it is ready while stopping', async () => {
    const { health, ops } = start();
    let asked = 0;
    health.markStopping();
    await health.markStarted({ postgres: async () => void (asked += 1) });
    expect((await ops.inject('/-/ready')).statusCode).toBe(503);
    expect(asked).toBe(0);
  });

  it('exposes Prometheus metrics, and replies to unknown paths with a problem', async () => {
    const { ops } = start();
    expect((await ops.inject('/-/metrics')).headers['content-type']).toMatch(
      /^text\/plain; version=/,
    );
    expect((await ops.inject('/users/1')).json()).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('what the log tells of readiness', () => {
  let now = 0;
  beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => now));
  afterEach(() => jest.restoreAllMocks());

  // Each probe comes after the result of the one before it has expired.
  async function probe(ops: ReturnType<typeof start>['ops']) {
    now += 2_001;
    return (await ops.inject('/-/ready')).statusCode;
  }

  it('is one line for each change, though it is probed all the time', async () => {
    const { health, ops, lines } = start();
    let fault: Error | undefined;
    await health.markStarted({
      postgres: async () => {
        if (fault) throw fault;
      },
    });
    expect(await probe(ops)).toBe(200);
    fault = Object.assign(new Error('password hunter2'), { code: 'ECONNREFUSED' });
    for (let times = 0; times < 5; times += 1) expect(await probe(ops)).toBe(503);
    fault = undefined;
    for (let times = 0; times < 5; times += 1) expect(await probe(ops)).toBe(200);
    expect(lines).toMatchObject([
      {
        level: 'warn',
        msg: 'a dependency does not work; not ready until it does',
        dependency: 'postgres',
        reason: 'unreachable',
        code: 'ECONNREFUSED',
        advice: expect.any(String),
      },
      { level: 'info', msg: 'a dependency works again', dependency: 'postgres', failures: 5 },
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('is what keeps it from being ready at the start, before anybody probes', async () => {
    const { health, lines } = start();
    const fault = new DependencyFault({ reason: 'migrations', advice: 'Run `migrate`.' });
    await health.markStarted({ postgres: () => Promise.reject(fault), redis: async () => {} });
    expect(lines).toMatchObject([{ reason: 'migrations', advice: 'Run `migrate`.' }]);
    expect(lines[0]).not.toHaveProperty('code');
  });

  it('is a time-out first, and the reason as soon as the late check has one', async () => {
    const { health, lines } = start();
    let fail = (_error: Error): void => undefined;
    const check = () => new Promise<void>((_resolve, reject) => (fail = reject));
    await health.markStarted({ postgres: check });
    fail(Object.assign(new Error('x'), { code: 'EAI_AGAIN' }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(lines.map(({ reason }) => reason)).toEqual(['timeout', 'unknown_host']);
  });

  it('is nothing of an old check once a newer one has passed', async () => {
    const { health, ops, lines } = start();
    const failures: ((error: Error) => void)[] = [];
    let hangs = true;
    const check = () =>
      hangs ? new Promise<void>((_resolve, reject) => failures.push(reject)) : Promise.resolve();
    await health.markStarted({ postgres: check });
    hangs = false;
    expect(await probe(ops)).toBe(200);
    failures.forEach((fail) => fail(new Error('late')));
    await new Promise((resolve) => setImmediate(resolve));
    expect(lines.map(({ msg }) => msg)).toEqual([
      'a dependency does not work; not ready until it does',
      'a dependency works again',
    ]);
  });

  it('is nothing of what the end of the service closes', async () => {
    const { health, ops, lines } = start();
    await health.markStarted({ postgres: () => Promise.reject(new Error('pool is closed')) });
    lines.splice(0);
    health.markStopping();
    now += 120_000;
    await ops.inject('/-/health');
    expect(lines).toEqual([]);
  });
});
