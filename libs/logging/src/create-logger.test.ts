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

  describe('of an error', () => {
    const logged = (error: unknown) => {
      const { lines, destination } = recorder();
      createLogger({ name: 'svc', level: 'info', destination }).error({ err: error }, 'failed');
      return { err: JSON.parse(lines[0]!).err, text: lines[0]! };
    };
    class DriverError extends Error {
      override name = 'error';
    }

    it('keeps type, code, frames and causes, and the message of the language’s own', () => {
      const cause = new TypeError('x is not a function');
      const { err, text } = logged(
        Object.assign(new Error('broken', { cause }), { code: 'E1', detail: 'Key (mail)=(ann@x)' }),
      );
      expect(err).toMatchObject({
        ...{
          type: 'Error',
          message: 'broken',
          code: 'E1',
          stack: expect.stringMatching(/^ {4}at /),
        },
        cause: { type: 'TypeError', message: 'x is not a function' },
      });
      expect(text).not.toContain('ann@x');
    });

    it.each<[string, () => unknown]>([
      ['a driver', () => new DriverError('refused: ann@x')],
      [
        'a driver, over several lines',
        () => new DriverError('refused:\n    at ann@x (1:1)\n  ann@x'),
      ],
      ['a parser', () => new SyntaxError('Unexpected token in "ann@x"')],
      ['what is wrapped', () => new Error('a', { cause: new DriverError('ann@x') })],
      ['an error with another name', () => Object.assign(new Error('ann@x'), { name: 'error' })],
      ['a text that is thrown', () => 'ann@x'],
    ])('drops the message of %s', (_what, make) => {
      expect(logged(make()).text).not.toContain('ann@x');
    });

    it('ends for one that is its own cause', () => {
      const error = new Error('x');
      error.cause = error;
      expect(logged(error).err.cause.cause.cause.cause).toBeUndefined();
    });
  });

  it('stays below its level', () => {
    const { lines, destination } = recorder();
    createLogger({ name: 'svc', level: 'warn', destination }).info('quiet');
    expect(lines).toEqual([]);
  });
});
