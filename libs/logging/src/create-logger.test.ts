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

  it.each([
    ['a list', { people: [{ email: 'ann@example.org' }] }],
    ['two levels', { request: { headers: { 'set-cookie': ['sid=42'], authorization: 'sid=42' } } }],
    [
      'an object without prototype',
      { headers: Object.assign(Object.create(null), { cookie: 'sid=42' }) },
    ],
    [
      'a foreign error under another key',
      { cause: Object.assign(new Error('x'), { token: 'sid=42' }) },
    ],
  ])('censors secrets in %s, and leaves the object itself alone', (_where, line) => {
    const { lines, destination } = recorder();
    const before = JSON.stringify(line);
    createLogger({ name: 'svc', level: 'info', destination }).info(line, 'x');
    expect(lines.join('')).toContain('[redacted]');
    expect(lines.join('')).not.toMatch(/ann@|sid=42/);
    expect(JSON.stringify(line)).toBe(before);
  });

  it('censors the bindings of a child logger', () => {
    const { lines, destination } = recorder();
    const log = createLogger({ name: 'svc', level: 'info', destination });
    log.child({ email: 'ann@example.org', requestId: 'r1' }).info('x');
    expect(JSON.parse(lines[0]!)).toMatchObject({ email: '[redacted]', requestId: 'r1' });
  });

  it('leaves dates, bytes and lists as they are', () => {
    const { lines, destination } = recorder();
    const line = { at: new Date(0), list: [1, 'a'], nested: { list: [{ id: 1 }] } };
    createLogger({ name: 'svc', level: 'info', destination }).info(line, 'x');
    expect(JSON.parse(lines[0]!)).toMatchObject(JSON.parse(JSON.stringify(line)));
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
