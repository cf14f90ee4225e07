import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { layOutTestDatabase } from '@triptych/postgres/testing';
import { killWhileWriting } from './testing/kill-rounds.js';
import { endServices, launchService, run } from './testing/service-process.js';
import { migrationsDir } from './testing/test-app.js';

afterEach(endServices);

describe('the process on its embedded database', () => {
  let DATA_DIR: string;
  beforeEach(async () => {
    DATA_DIR = await mkdtemp(join(tmpdir(), 'user-service-'));
  });
  afterEach(() => rm(DATA_DIR, { recursive: true, force: true }));

  it('reports its health on a port of its own, keeps users over a stop, and logs no person', async () => {
    await layOutTestDatabase(migrationsDir, DATA_DIR);
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
  });

  it('loses nothing that was acknowledged when it is killed with -9 while writing', async () => {
    await layOutTestDatabase(migrationsDir, DATA_DIR);
    const { acknowledged, lost, code } = await killWhileWriting({ DATA_DIR }, 1);
    expect(acknowledged).toBeGreaterThanOrEqual(20);
    expect(lost).toEqual([]);
    expect(code).toBe(0);
  });

  // By hand: START_ROUNDS=20.
  it('starts again, whenever its first start was stopped or killed', async () => {
    const rounds = Number(process.env['START_ROUNDS'] ?? 2);
    const began = Date.now();
    await (await launchService({ DATA_DIR: join(DATA_DIR, 'whole') })).stop();
    const whole = Date.now() - began;
    for (let round = 0; round < rounds; round += 1) {
      const env = { DATA_DIR: join(DATA_DIR, `round-${round}`), PORT: '0', HEALTH_PORT: '0' };
      const first = run([], env);
      const moment = setTimeout(
        () => first.child.kill(round % 2 ? 'SIGKILL' : 'SIGTERM'),
        (whole * (round + 0.5)) / rounds,
      );
      await first.exited;
      clearTimeout(moment);
      const again = await launchService(env);
      while ((await fetch(`${again.ops}/-/ready`)).status !== 200) await pause(20);
      expect((await fetch(`${again.address}/users/ann@example.org`)).status).toBe(404);
      expect(await again.stop()).toBe(0);
    }
  }, 600_000);

  it('ends with 1, a reason and what to do where its folder cannot be made, and names no path', async () => {
    const at = join(DATA_DIR, 'file');
    await writeFile(at, '');
    const { exited, lines, errors } = run([], { DATA_DIR: at, PORT: '0', HEALTH_PORT: '0' });
    expect((await exited)[0]).toBe(1);
    expect(JSON.parse(lines.at(-1)!)).toEqual({
      level: 'fatal',
      time: expect.any(String),
      name: 'user-service',
      reason: 'unreachable',
      code: 'EEXIST',
      advice: expect.stringContaining('DATA_DIR'),
      msg: 'cannot go on',
    });
    expect(lines.join() + errors()).not.toContain(DATA_DIR);
  });

  it('has a sub-command that migrates', async () => {
    const { exited, lines } = run(['migrate'], { DATA_DIR });
    expect((await exited)[0]).toBe(0);
    expect(lines.join()).toContain('the database is up to date');
    const status = run(['migrate', 'status'], { DATA_DIR });
    expect((await status.exited)[0]).toBe(0);
    expect(status.lines[0]).toMatch(/^applied +\d+_users \S+$/);
    expect(status.lines.at(-1)).toBe('migrating now: nobody');
    const resolve = run(['migrate', 'resolve', '20261121000000_users'], { DATA_DIR });
    expect((await resolve.exited)[0]).toBe(1);
    expect(resolve.lines.join()).toContain('is not interrupted');
    const unknown = run(['migrate', 'rename'], { DATA_DIR });
    expect((await unknown.exited)[0]).toBe(1);
    expect(unknown.lines.join()).toContain('usage: migrate | migrate status');
  });
});
