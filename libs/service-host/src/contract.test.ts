import { problem } from '@triptych/schemas';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  addDescribedHook,
  describeHook,
  streamBodies,
  type ApiOptions,
  type Server,
} from './index.js';
import { createTestServer } from './test-server.fixture.js';

class Taken extends problem('conflict', 'taken', 'It is taken.') {}
class Busy extends problem('busy', 'busy', 'It is busy.') {}
class NoKey extends problem('unauthenticated', 'no_key', 'A key is needed.') {}
class Foreign extends problem('forbidden', 'foreign', 'Another origin.') {}
class NoShape extends problem('invalid', 'invalid_payload', 'The body is no thing.') {}

const none = async (_request: FastifyRequest) => {};
const handler = async () => ({});
const apps: Server[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

interface Options extends Partial<ApiOptions> {
  readonly rateLimitMax?: number;
}

async function create({ rateLimitMax = 0, ...api }: Options = {}): Promise<Server> {
  const app = await createTestServer(
    { rateLimitMax },
    {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
      },
      ...api,
    },
  );
  apps.push(app);
  return app;
}

interface Responses {
  [status: string]: {
    $ref?: string;
    description: string;
    headers?: Record<string, object>;
    content?: Record<
      string,
      { schema: { allOf?: { properties: { code: { enum: string[] } } }[] } }
    >;
  };
}

interface Document {
  paths: Record<string, Record<string, { responses: Responses; security?: object[] }>>;
  components: {
    responses: Responses;
    schemas: { Problem: { properties: { code: { enum: string[] } } } };
    headers?: object;
  };
}

async function documentOf(app: Server): Promise<Document> {
  const document = (await app.inject('/openapi.json')).json<Document>();
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  for (const { responses } of operations)
    for (const [status, { $ref = '' }] of Object.entries(responses))
      responses[status] =
        document.components.responses[$ref.split('/').at(-1)!] ?? responses[status]!;
  return document;
}

/** `409 taken`, or the status alone; without `default`, which every operation has. */
function repliesOf({ paths }: Document, method: string, path: string): string[] {
  const responses = Object.entries(paths[path]![method]!.responses);
  return responses.flatMap(([status, response]) => {
    if (status === 'default') return [];
    const codes = codesOf(response).map((code) => `${status} ${code}`);
    return codes.length > 0 ? codes : [status];
  });
}

function codesOf({ content }: Responses[string]): string[] {
  const [, narrowed] = content?.['application/problem+json']?.schema.allOf ?? [];
  return narrowed?.properties.code.enum ?? [];
}

const badPath = ['400 bad_request', '414 uri_too_long'];
const badBody = ['400 invalid_json', '413 payload_too_large', '415 unsupported_media_type'];
const fault = '500 internal_error';

describe('the contract of an operation', () => {
  it('has what the route and its hooks throw, whatever adds a hook later', async () => {
    const app = await create();
    const key = describeHook(none, { errors: [NoKey], security: ['key'] });
    const origin = describeHook((request: FastifyRequest) => none(request), { errors: [Foreign] });
    addDescribedHook(app, 'onRequest', origin);
    app.addHook('onRoute', (route) => {
      if (route.url === '/a') route.preHandler = [describeHook(async () => {}, { errors: [Busy] })];
    });
    app.get('/a', { onRequest: key, config: { errors: [Taken] } }, handler);
    app.get('/b', handler);
    await app.register(async (scope) => {
      scope.get('/c', handler);
      addDescribedHook(scope, 'onRequest', key);
    });
    const document = await documentOf(app);
    expect(repliesOf(document, 'get', '/a')).toEqual([
      '200',
      '401 no_key',
      '403 foreign',
      '409 taken',
      fault,
      '503 busy',
    ]);
    expect(repliesOf(document, 'get', '/b')).toEqual(['200', '403 foreign', fault]);
    expect(repliesOf(document, 'get', '/c')).toEqual(['200', '401 no_key', '403 foreign', fault]);
    expect(document.paths['/a']?.['get']?.security).toEqual([{ key: [] }]);
    expect(document.paths['/b']?.['get']?.security).toBeUndefined();
    expect(document.paths['/a']?.['get']?.responses['503']).toMatchObject({
      description: 'It is busy.',
      headers: { 'Retry-After': {} },
    });
  });

  it('names the schemes of which one is enough, and none where a caller may come without', async () => {
    const app = await create();
    const either = describeHook(none, { security: ['key', 'session'], anonymous: true });
    app.get('/a', { preHandler: [either] }, handler);
    const { paths } = await documentOf(app);
    expect(paths['/a']?.['get']?.security).toEqual([{}, { key: [] }, { session: [] }]);
  });

  it('has what a hook throws that is added after the scopes it reaches', async () => {
    const app = await create();
    const key = describeHook(
      async () => {
        throw new NoKey();
      },
      { errors: [NoKey], security: ['key'] },
    );
    await app.register(async (scope) => {
      scope.get('/a', handler);
      await scope.register(async (nested) => void nested.get('/b', handler));
      addDescribedHook(scope, 'onRequest', key);
    });
    await app.register(async (scope) => void scope.get('/c', handler));
    const document = await documentOf(app);
    for (const path of ['/a', '/b']) {
      expect((await app.inject(path)).json()).toMatchObject({ code: 'no_key' });
      expect(repliesOf(document, 'get', path)).toContain('401 no_key');
    }
    expect((await app.inject('/c')).statusCode).toBe(200);
    expect(repliesOf(document, 'get', '/c')).toEqual(['200', fault]);
  });

  it('has no hook without a description', async () => {
    const app = await create();
    expect(() => addDescribedHook(app, 'onRequest', async () => {})).toThrow(/describeHook/);
  });

  it('has what may come in place of any reply as its default', async () => {
    const app = await create();
    app.get('/a', handler);
    const { responses } = (await documentOf(app)).paths['/a']!['get']!;
    expect(codesOf(responses['default']!)).toEqual([
      'bad_request',
      'expectation_failed',
      'header_fields_too_large',
      'request_timeout',
      'server_busy',
    ]);
    expect(responses['default']?.headers).toHaveProperty('Retry-After');
  });

  it('closes the set of codes over all operations', async () => {
    const app = await create();
    app.get('/a', { config: { errors: [Taken] } }, handler);
    app.get('/hidden', { config: { errors: [Busy] }, schema: { hide: true } }, handler);
    expect((await documentOf(app)).components.schemas.Problem.properties.code.enum).toEqual([
      'bad_request',
      'expectation_failed',
      'header_fields_too_large',
      'internal_error',
      'method_not_allowed',
      'not_found',
      'precondition_failed',
      'range_not_satisfiable',
      'request_timeout',
      'server_busy',
      'taken',
    ]);
  });

  it.each([
    ['any text', Type.String(), []],
    ['a text that has a pattern', Type.String({ pattern: '^a' }), ['400 invalid_payload']],
    ['a short text', Type.String({ maxLength: 9 }), ['400 invalid_payload']],
    ['a number', Type.Integer(), ['400 invalid_payload']],
    ['one of some', Type.Enum(['a', 'b']), ['400 invalid_payload']],
  ])('knows whether a path can break its schema: %s', async (_what, id, faults) => {
    const app = await create();
    app.get('/a/:id', { schema: { params: Type.Object({ id }) } }, handler);
    const replies = repliesOf(await documentOf(app), 'get', '/a/{id}');
    expect(replies.sort()).toEqual(['200', fault, ...badPath, ...faults].sort());
  });

  it.each([
    ['any text, named twice', Type.Object({ q: Type.Optional(Type.String()) }), true],
    ['one that is missing', Type.Object({ q: Type.Unknown() }), true],
    ['anything', Type.Object({ q: Type.Optional(Type.Unknown()) }), false],
    ['one that is not known', Type.Object({}, { additionalProperties: false }), true],
    ['no schema of it', Type.Object({}), false],
  ])('knows whether a query can break its schema: %s', async (_what, querystring, breakable) => {
    const app = await create();
    app.get('/a', { schema: { querystring } }, handler);
    const replies = repliesOf(await documentOf(app), 'get', '/a');
    expect(replies.includes('400 invalid_payload')).toBe(breakable);
  });

  it('has what a body can be refused for, also where there is no schema of it', async () => {
    const app = await create();
    app.post('/a', handler);
    app.delete('/a', handler);
    const body = Type.Object({});
    app.put('/a', { schema: { body }, config: { errors: [NoShape] } }, handler);
    const document = await documentOf(app);
    expect(repliesOf(document, 'post', '/a')).toEqual(['200', ...badBody, fault]);
    expect(repliesOf(document, 'delete', '/a')).toEqual(['200', ...badBody, fault]);
    expect(repliesOf(document, 'put', '/a')).toContain('400 invalid_payload');
    expect(document.paths['/a']?.['put']?.responses['400']?.description).toBe(
      'The body does not have the documented shape. The body is not JSON. The body is no thing.',
    );
  });

  it('has the status that the service gives to broken bodies, and to nothing else', async () => {
    const app = await create({ invalidBodyStatus: 422 });
    const querystring = Type.Object({ n: Type.Integer() });
    app.post('/a', { schema: { querystring, body: Type.Object({}) } }, handler);
    expect(repliesOf(await documentOf(app), 'post', '/a')).toEqual([
      '200',
      '400 invalid_payload',
      '413 payload_too_large',
      '415 unsupported_media_type',
      '422 invalid_json',
      '422 invalid_payload',
      fault,
    ]);
  });

  it('refuses no content of a body that is a stream', async () => {
    const app = await create();
    await app.register(async (scope: Server) => {
      streamBodies(scope);
      scope.post('/a', handler);
    });
    const replies = repliesOf(await documentOf(app), 'post', '/a');
    expect(replies).toEqual(['200', '415 unsupported_media_type', fault]);
    const send = (type: string) =>
      app.inject({ method: 'POST', url: '/a', payload: '{', headers: { 'content-type': type } });
    expect((await send('application/json')).statusCode).toBe(200);
    expect((await send('nonsense')).json()).toMatchObject({ code: 'unsupported_media_type' });
  });

  it('has the limit of requests, and its headers, only while there is one', async () => {
    const app = await create({ rateLimitMax: 5 });
    app.get('/a/:id', handler);
    const document = await documentOf(app);
    expect(repliesOf(document, 'get', '/a/{id}')).toContain('429 rate_limited');
    const { responses } = document.paths['/a/{id}']!['get']!;
    expect(responses['200']?.headers).toHaveProperty('RateLimit');
    expect(responses['429']?.headers).toHaveProperty('Retry-After');
    expect(responses['414']).not.toHaveProperty('headers');
    expect(document.components.headers).toHaveProperty('RateLimit-Policy');
  });
});
