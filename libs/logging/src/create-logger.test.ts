import { Writable } from 'node:stream';
import { createLogger } from './index.js';

function recorder() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, destination };
}

describe('createLogger', () => {
  it('writes one JSON line with name, level name and ISO time', () => {
    const { lines, destination } = recorder();
    createLogger({ name: 'svc', level: 'info', destination }).info({ route: '/x' }, 'done');
    expect(JSON.parse(lines[0]!)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      name: 'svc',
      route: '/x',
      msg: 'done',
    });
  });

  it('censors secrets at the top and nested', () => {
    const { lines, destination } = recorder();
    const log = createLogger({ name: 'svc', level: 'info', destination });
    log.info({ email: 'ann@example.org', req: { headers: { cookie: 'sid=42' } } }, 'x');
    expect(lines.join('')).not.toMatch(/ann@|sid=42/);
  });

  it('keeps message, stack and code of an error and drops its other members', () => {
    const { lines, destination } = recorder();
    const error = Object.assign(new Error('broken'), { code: 'E1', detail: 'Key (mail)=(ann@x)' });
    createLogger({ name: 'svc', level: 'info', destination }).error({ err: error }, 'failed');
    const { err } = JSON.parse(lines[0]!);
    expect(err).toMatchObject({ type: 'Error', message: 'broken', code: 'E1' });
    expect(lines[0]).not.toContain('ann@x');
  });

  it('stays below its level', () => {
    const { lines, destination } = recorder();
    createLogger({ name: 'svc', level: 'warn', destination }).info('quiet');
    expect(lines).toEqual([]);
  });
});
