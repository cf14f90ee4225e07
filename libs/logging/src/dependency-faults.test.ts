import { connect, createServer } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { DependencyFault, describeFault } from './index.js';

const coded = (code: string, rest: object = {}) =>
  Object.assign(new Error('password hunter2'), { code, ...rest });

const failureOf = (socket: { once(name: 'error', listener: (error: Error) => void): unknown }) =>
  new Promise<Error>((resolve) => socket.once('error', resolve));

describe('describeFault', () => {
  it.each<[string, unknown, string, string | undefined]>([
    ['a code of Node', coded('ECONNREFUSED'), 'unreachable', 'ECONNREFUSED'],
    ['a host without an address', coded('ENOTFOUND'), 'unknown_host', 'ENOTFOUND'],
    ['a certificate', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['a cause', new Error('x', { cause: coded('EPIPE') }), 'connection_lost', 'EPIPE'],
    ['attempts', new AggregateError([coded('ETIMEDOUT')]), 'timeout', 'ETIMEDOUT'],
    [
      'what Prisma wraps',
      coded('P1001', { meta: { driverAdapterError: { cause: { originalCode: 'ECONNRESET' } } } }),
      'connection_lost',
      'ECONNRESET',
    ],
    ['a code that nobody knows', coded('XX000'), 'unknown', 'XX000'],
    ['an error without a code', new TypeError('hunter2'), 'unknown', 'TypeError'],
    ['a code that is none', coded('password=hunter2'), 'unknown', 'Error'],
    [
      'a name that is none',
      Object.assign(new Error('x'), { name: 'x hunter2' }),
      'unknown',
      undefined,
    ],
    ['a text', 'hunter2', 'unknown', undefined],
    ['nothing', undefined, 'unknown', undefined],
  ])('of %s', (_what, error, reason, code) => {
    const fault = describeFault(error);
    expect(fault).toMatchObject({ reason, advice: expect.stringMatching(/\w{3}/) });
    expect(fault.code).toBe(code);
    expect(JSON.stringify(fault)).not.toContain('hunter2');
  });

  it('is the one that was thrown, wherever it is wrapped', () => {
    const fault = new DependencyFault({ reason: 'read_only', code: '25006', advice: 'Wait.' });
    expect(describeFault(new Error('x', { cause: new AggregateError([fault]) }))).toBe(fault);
  });

  it('ends for an error that is its own cause', () => {
    const error: Error = new Error('x');
    error.cause = error;
    expect(describeFault(error).reason).toBe('unknown');
  });

  it('knows what Node itself says of a port where nobody listens, tried on both families', async () => {
    const error = await failureOf(connect({ port: 1, host: 'localhost' }));
    expect(describeFault(error)).toMatchObject({ reason: 'unreachable', code: 'ECONNREFUSED' });
  });

  it('knows what Node itself says of a server that speaks no TLS', async () => {
    const server = createServer((socket) => socket.end('no TLS').resume()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const error = await failureOf(connectTls({ port, host: '127.0.0.1' }));
    expect(describeFault(error).reason).toBe('tls');
    server.close();
  });
});
