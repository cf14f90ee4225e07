import { jest } from '@jest/globals';
import { createDependencyLog, DependencyFault } from './index.js';

const refused = Object.assign(new Error('hunter2'), { code: 'ECONNREFUSED' });
const readOnly = new DependencyFault({ reason: 'read_only', code: '25006', advice: 'Wait.' });

type Line = Record<string, unknown>;
const lines: Line[] = [];
let now = 0;
beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  lines.splice(0);
});
afterEach(() => jest.restoreAllMocks());

function start() {
  const add = (level: string) => (facts: object, msg: string) =>
    void lines.push({ level, msg, ...facts });
  return createDependencyLog({ info: add('info'), warn: add('warn') }, 'redis', 'each for itself');
}

it('is silent about what works', () => {
  start().works();
  expect(lines).toEqual([]);
});

it('logs a fault and its end, each once', () => {
  const redis = start();
  redis.failed(refused);
  redis.failed(refused);
  now += 5_000;
  redis.works();
  redis.works();
  expect(lines).toEqual([
    {
      level: 'warn',
      msg: 'a dependency does not work; each for itself',
      dependency: 'redis',
      reason: 'unreachable',
      code: 'ECONNREFUSED',
      advice: expect.stringContaining('host, port'),
    },
    {
      level: 'info',
      msg: 'a dependency works again',
      dependency: 'redis',
      downMs: 5_000,
      failures: 2,
    },
  ]);
});

it('logs each class at once, and again after a minute, with how many it left out', () => {
  const redis = start();
  for (let second = 0; second <= 120; second += 1) {
    redis.failed(refused);
    redis.failed(readOnly);
    now += 1_000;
  }
  const ofClass = (code: string) =>
    lines.filter((line) => line['code'] === code).map(({ suppressed }) => suppressed);
  expect([ofClass('ECONNREFUSED'), ofClass('25006')]).toEqual([
    [undefined, 59, 59],
    [undefined, 59, 59],
  ]);
});

it('logs the same fault at once after it had worked', () => {
  const redis = start();
  redis.failed(refused);
  redis.works();
  redis.failed(refused);
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'info', 'warn']);
});
