import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killWhileWriting } from './testing/kill-rounds.js';
import { endServices, launchService, run } from './testing/service-process.js';

afterEach(endServices);

describe('the process on its embedded database', () => {
  let DATA_DIR: string;
  beforeEach(async () => {
    DATA_DIR = await mkdtemp(join(tmpdir(), 'user-service-'));
  });
  afterEach(() => rm(DATA_DIR, { recursive: true, force: true }));

  it('reports its health on a port of its own, keeps users over a stop, and logs no person', async () => {
    const service = await launchService({ DATA_DIR, APP_ENV: 'test', LOG_LEVEL: 'trace' });
    const health = await fetch(`${service.ops}/-/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toEqual({
      commit: expect.any(String),
      dependencies: { postgres: { status: 'OK' } },
      env: 'test',
      releasedOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      status: 'all systems up and running',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect((await fetch(`${service.address}/-/health`)).status).toBe(404);
    const body = JSON.stringify({ FullName: 'Ann', Email: 'ann@example.org', Phone: '5550100' });
    const register = () => fetch(`${service.address}/users`, { method: 'POST', body });
    expect((await register()).status).toBe(200);
    expect((await register()).status).toBe(409);

    const second = run([], { DATA_DIR, PORT: '0', HEALTH_PORT: '0' });
    expect((await second.exited)[0]).toBe(1);
    expect(second.lines.join()).toContain('in use by another running process');

    service.child.kill('SIGTERM');
    expect((await service.exited)[0]).toBe(0);
    const again = await launchService({ DATA_DIR });
    expect((await fetch(`${again.address}/users/ann@example.org`)).status).toBe(200);
    expect((await fetch(`${again.address}/users/%00ann@example.org`)).status).toBe(404);
    again.child.kill('SIGTERM');
    await again.exited;
    const log = [...service.lines, ...again.lines].join('\n');
    expect(log).toContain('/users/:email');
    expect(log).not.toMatch(/ann@|5550100/);
  }, 60_000);

  it('loses nothing that was acknowledged when it is killed with -9 while writing', async () => {
    const { acknowledged, lost, code } = await killWhileWriting({ DATA_DIR }, 1);
    expect(acknowledged).toBeGreaterThanOrEqual(20);
    expect(lost).toEqual([]);
    expect(code).toBe(0);
  }, 60_000);

  it('has a sub-command that migrates', async () => {
    const { exited, lines } = run(['migrate'], { DATA_DIR });
    expect((await exited)[0]).toBe(0);
    expect(lines.join()).toContain('the database is up to date');
  }, 60_000);
});
