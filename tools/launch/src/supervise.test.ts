import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createPortPicker } from './ports.js';
import { supervise, type Supervised } from './supervise.js';

const standIn = fileURLToPath(new URL('./stand-in.fixture.mjs', import.meta.url));
const pickPort = createPortPicker();

async function service(name: string, mode = 'good'): Promise<Supervised> {
  const port = await pickPort(0);
  return {
    name,
    arguments: [standIn],
    cwd: import.meta.dirname,
    env: { PATH: process.env['PATH'], MODE: mode, HEALTH_PORT: String(port) },
    healthUrl: `http://127.0.0.1:${port}`,
  };
}

interface Run {
  readonly lines: string[];
  readonly code: Promise<number>;
  readonly ready: Promise<unknown>;
  stop(): void;
  kill(): void;
  printed(text: string): Promise<void>;
}

function run(
  services: Supervised[],
  times: { readyWithin?: number; stopWithin?: number } = {},
): Run {
  const stop = new AbortController();
  const kill = new AbortController();
  const events = new EventTarget();
  const lines: string[] = [];
  const print = (line: string) => {
    lines.push(line);
    events.dispatchEvent(new Event('line'));
  };
  const ready = once(events, 'ready');
  const code = supervise(services, {
    print,
    writer: (name) => (line) => print(`${name}: ${line}`),
    stop: stop.signal,
    kill: kill.signal,
    onReady: () => events.dispatchEvent(new Event('ready')),
    readyWithin: 15_000,
    stopWithin: 10_000,
    ...times,
  });
  async function printed(text: string) {
    while (!lines.some((line) => line.includes(text))) await once(events, 'line');
  }
  const all = { lines, code, ready, printed, stop: () => stop.abort(), kill: () => kill.abort() };
  started.push(all);
  return all;
}

const started: Run[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) {
    one.stop();
    one.kill();
    await one.code;
  }
});

describe('supervise', () => {
  it('runs until asked, stops each with one SIGTERM and ends with 0', async () => {
    const it = run([await service('one'), await service('two')]);
    await it.ready;
    it.stop();
    expect(await it.code).toBe(0);
    for (const name of ['one', 'two']) {
      const own = it.lines.filter((line) => line.startsWith(`${name}:`));
      expect(own.filter((line) => line.includes('asked to stop'))).toHaveLength(1);
      expect(own.at(-1)).toContain('"stopped"');
    }
  });

  it('stops the others and ends with 1 when one dies at its start', async () => {
    const it = run([await service('one'), await service('two', 'dies')]);
    expect(await it.code).toBe(1);
    expect(it.lines).toContain('two: no database here');
    expect(it.lines.join('\n')).toMatch(/^two ended with code 7/m);
  });

  it('stops the others and ends with 1 when one dies later', async () => {
    const [one, two] = [await service('one'), await service('two')];
    const it = run([one, two]);
    await it.ready;
    await fetch(`${two.healthUrl}/die`).catch(() => {});
    expect(await it.code).toBe(1);
    expect(it.lines.join('\n')).toMatch(/^two ended with code 3/m);
    expect(it.lines.some((line) => line.startsWith('one:') && line.includes('"stopped"'))).toBe(
      true,
    );
  });

  it('gives up on one that does not become ready', async () => {
    const it = run([await service('one'), await service('two', 'never-ready')], {
      readyWithin: 2_000,
    });
    expect(await it.code).toBe(1);
    expect(it.lines).toContain('two did not become ready in time');
  });

  it('can be stopped before all are ready', async () => {
    const it = run([await service('one', 'never-ready')]);
    await it.printed('data in');
    it.stop();
    expect([0, 1]).toContain(await it.code);
    expect(it.lines).not.toContain('one did not become ready in time');
  });

  it('ends a stubborn one after the deadline, and prints that', async () => {
    const it = run([await service('one', 'stubborn'), await service('two')], { stopWithin: 200 });
    await it.ready;
    it.stop();
    expect(await it.code).toBe(1);
    expect(it.lines).toContain('one ended by SIGKILL');
  });

  it('ends a stubborn one at once when asked twice', async () => {
    const it = run([await service('one', 'stubborn')]);
    await it.ready;
    it.stop();
    await it.printed('asked to stop');
    it.kill();
    expect(await it.code).toBe(1);
    expect(it.lines).toContain('one ended by SIGKILL');
  });

  it('reports one that stops badly', async () => {
    const it = run([await service('one', 'clumsy')]);
    await it.ready;
    it.stop();
    expect(await it.code).toBe(1);
    expect(it.lines).toContain('one ended with code 9');
  });
});
