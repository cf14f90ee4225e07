import { problem, ServiceError } from '@triptych/schemas';
import { addDescribedHook, createServer, describeHook, type Server } from '@triptych/service-host';
import { Type } from 'typebox';
import {
  checkReplies,
  compareReplies,
  provokePlatformReplies,
  recordReplies,
  type ReplyRecord,
  testServerOptions,
} from './index.js';
import { takeUndocumented } from './undocumented-replies.js';

class NameTaken extends problem('conflict', 'name_taken', 'This name is taken.') {}
class NoKey extends problem('unauthenticated', 'no_key', 'A key is needed.') {}

const apps: Server[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

const name = Type.String({ minLength: 1 });

async function start(prepare: (app: Server) => void, errors = [NameTaken]): Promise<Server> {
  const app = await createServer(testServerOptions({ rateLimitMax: 50, prepare }), {
    title: 'Sample',
    description: 'A sample',
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
  });
  apps.push(app);
  const needsKey = describeHook(
    async ({ headers }: { headers: { authorization?: string } }) => {
      if (!headers.authorization) throw new NoKey();
    },
    { errors: [NoKey], security: ['key'] },
  );
  await app.register(async (scope: Server) => {
    addDescribedHook(scope, 'onRequest', needsKey);
    const schema = {
      operationId: 'addName',
      body: Type.Object({ name }),
      querystring: Type.Object({ dry: Type.Optional(Type.Boolean()) }),
      response: { 200: Type.Object({ name }) },
    };
    scope.post('/names', { config: { errors }, schema }, async ({ body }) => {
      if (body.name === 'taken') throw new NameTaken();
      if (body.name === 'odd') throw new ServiceError('conflict', 'odd_name', 'Odd.');
      return { name: body.name };
    });
  });
  const params = Type.Object({ id: Type.Integer() });
  const response = { 200: Type.Object({ id: Type.Integer() }) };
  app.get('/names/:id', { schema: { params, response } }, async ({ params: { id } }) => ({ id }));
  return app;
}

const authorization = 'Bearer k';
const addName = (app: Server, payload: object, headers = { authorization }) =>
  app.inject({ method: 'POST', url: '/names', payload, headers });

async function provokeAll(app: Server, record: ReplyRecord): Promise<void> {
  await addName(app, { name: 'ann' });
  await addName(app, { name: 'x' }, {} as { authorization: string });
  await app.inject('/names/1');
  await provokePlatformReplies(app, record, ({ id }) =>
    id === 'addName' ? { headers: { authorization }, payload: { name: 'ann' } } : {},
  );
}

describe('a contract test', () => {
  it('is content when all that is documented was provoked', async () => {
    const record = recordReplies();
    const app = await start(record.prepare);
    await provokeAll(app, record);
    await addName(app, { name: 'taken' });
    expect(compareReplies(app, record)).toEqual({ unprovoked: [], undocumented: [] });
    expect([...record.seen].sort()).toEqual([
      'GET /names/{id} 200',
      'GET /names/{id} 400 bad_request',
      'GET /names/{id} 400 invalid_payload',
      'GET /names/{id} 414 uri_too_long',
      'GET /names/{id} 429 rate_limited',
      'GET /names/{id} 500 internal_error',
      'addName 200',
      'addName 400 invalid_json',
      'addName 400 invalid_payload',
      'addName 401 no_key',
      'addName 409 name_taken',
      'addName 413 payload_too_large',
      'addName 415 unsupported_media_type',
      'addName 429 rate_limited',
      'addName 500 internal_error',
    ]);
  });

  it('names a documented code that nothing provoked', async () => {
    const record = recordReplies();
    const app = await start(record.prepare);
    await provokeAll(app, record);
    expect(compareReplies(app, record).unprovoked).toEqual(['addName 409 name_taken']);
  });

  it('names a code that is sent and not documented', async () => {
    const record = recordReplies();
    const app = await start(record.prepare);
    await addName(app, { name: 'odd' });
    expect(compareReplies(app, record).undocumented).toEqual(['addName 409 odd_name']);
    expect(takeUndocumented()).toEqual(['addName 409 odd_name']);
  });
});

describe('a test server', () => {
  it('fails the test when it sends what its document lacks', async () => {
    const app = await start(checkReplies, []);
    await addName(app, { name: 'ann' });
    expect(takeUndocumented()).toEqual([]);
    await addName(app, { name: 'taken' });
    expect(takeUndocumented()).toEqual(['addName 409 name_taken']);
  });
});
