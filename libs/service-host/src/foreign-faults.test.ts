import { ServiceError, type ErrorKind } from '@triptych/schemas';
import type { Server } from './index.js';
import { createTestServer, recordLog } from './test-server.fixture.js';

const { lines, logger } = recordLog('debug');
let app: Server;
let thrown: unknown;

beforeAll(async () => {
  app = await createTestServer({ logger });
  app.get('/', async () => {
    throw thrown;
  });
});
beforeEach(() => lines.splice(0));
afterAll(() => app.close());

/** What is logged of an error, beside the line of the request. */
async function logOf(error: unknown) {
  thrown = error;
  const { statusCode } = await app.inject('/');
  return { statusCode, logged: lines.filter(({ msg }) => msg !== 'request') };
}

const failure = (kind: ErrorKind, cause: unknown) =>
  new ServiceError(kind, 'upstream_failed', 'Public words.', { cause, host: 'a.example' });

it.each([
  ['bad-upstream', 502],
  ['busy', 503],
  ['timeout', 504],
] as const)(
  'what another server did (%s) is one warning, with host and reason',
  async (kind, status) => {
    const { statusCode, logged } = await logOf(failure(kind, new Error('status 418')));
    expect([statusCode, logged.length]).toEqual([status, 1]);
    expect(logged[0]).toMatchObject({
      level: 'warn',
      msg: 'another server failed',
      code: 'upstream_failed',
      status,
      host: 'a.example',
      reason: 'status 418',
    });
    expect(JSON.stringify(logged)).not.toContain('stack');
  },
);

it('what this service has no room for is one warning that blames no other', async () => {
  const { statusCode, logged } = await logOf(failure('overloaded', undefined));
  expect(statusCode).toBe(503);
  expect(logged).toMatchObject([
    { level: 'warn', msg: 'the service takes no more', code: 'upstream_failed', status: 503 },
  ]);
});

it('what the log has a line of already is no second one', async () => {
  const error = failure('busy', new Error('status 429'));
  error.isLogged = true;
  const { statusCode, logged } = await logOf(error);
  expect([statusCode, logged]).toEqual([503, []]);
});

it.each([
  [
    'a code',
    Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED',
  ],
  [
    'the name of an error that quotes',
    new SyntaxError('Unexpected "ann@example.org"'),
    'SyntaxError',
  ],
  ['the name of a timeout', new DOMException('late', 'TimeoutError'), 'TimeoutError'],
  ['nothing of nothing', undefined, undefined],
  ['nothing of a text', 'ann@example.org', undefined],
])('the reason is %s', async (_what, cause, reason) => {
  const { logged } = await logOf(failure('bad-upstream', cause));
  expect(logged[0]?.['reason']).toBe(reason);
  expect(JSON.stringify(logged)).not.toContain('ann@');
});

it.each([
  ['an error of kind internal', failure('internal', new Error('inner'))],
  ['a bug', new TypeError('x is not a function')],
  ['a status of 502 that no service error has', Object.assign(new Error('x'), { statusCode: 502 })],
])('%s is a fault of this service, with its stack', async (_what, error) => {
  const { statusCode, logged } = await logOf(error);
  expect(statusCode).toBe(500);
  expect(logged).toMatchObject([{ level: 'error', err: { stack: expect.any(String) as string } }]);
});

const closedSet = new Set([417, 431]);

it.each([400, 402, 406, 409, 417, 428, 431, 451, 499])(
  'a status of %i that a plugin throws is a refusal, not a fault',
  async (status) => {
    const { statusCode, logged } = await logOf(
      Object.assign(new Error('x'), { statusCode: status }),
    );
    expect(statusCode).toBe(closedSet.has(status) ? status : 400);
    expect(logged.map(({ level }) => level)).toEqual(['debug']);
  },
);

it('what is documented as not implemented is a refusal, and no failure of this service', async () => {
  const { statusCode, logged } = await logOf(failure('not-implemented', undefined));
  expect([statusCode, logged.length]).toEqual([501, 1]);
  expect(logged[0]).toMatchObject({ level: 'debug', msg: 'request refused', status: 501 });
  expect(JSON.stringify(logged)).not.toContain('stack');
});
