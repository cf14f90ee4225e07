import { createTestApp, type TestApp } from '../testing/test-app.js';

const ann = { FullName: 'Ann Lee', Email: 'ann@example.org' };
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
beforeEach(() => service.reset());
afterAll(() => service.close());

const expectProblem = (
  reply: Awaited<ReturnType<TestApp['find']>>,
  status: number,
  code: string,
) => {
  expect(reply.statusCode).toBe(status);
  expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(reply.json()).toMatchObject({ status, code, requestId: reply.headers['x-request-id'] });
};

describe('POST /users', () => {
  it('responds 200, not 201, with the user in an envelope that holds nothing else', async () => {
    const reply = await service.register({ ...ann, Phone: '+1 555', ContactAddress: '1 High St' });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      data: {
        ID: expect.stringMatching(uuid),
        ...ann,
        Phone: '+1 555',
        ContactAddress: '1 High St',
      },
    });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['absent', {}],
    ['null', { Phone: null, ContactAddress: null }],
    ['blank', { Phone: ' ', ContactAddress: '' }],
  ])('returns empty strings for %s contact data', async (_name, contact) => {
    const { data } = (await service.register({ ...ann, ...contact })).json();
    expect(data).toMatchObject({ Phone: '', ContactAddress: '' });
  });

  it('trims every field and ignores unknown members, ID among them', async () => {
    const reply = await service.register({
      ID: 'mine',
      role: 'admin',
      FullName: ' Ann Lee\n',
      Email: '\tann@example.org ',
      Phone: ' 1 ',
      ContactAddress: ' x ',
    });
    expect(reply.json().data).toEqual({
      ID: expect.stringMatching(uuid),
      ...ann,
      Phone: '1',
      ContactAddress: 'x',
    });
  });

  it.each([
    ['no FullName', { Email: 'a@b.co' }, '/FullName'],
    ['no Email', { FullName: 'A' }, '/Email'],
    ['a blank FullName', { ...ann, FullName: '  ' }, '/FullName'],
    ['a blank Email', { ...ann, Email: '\n' }, '/Email'],
    ['keys in another case', { fullname: 'A', Email: 'a@b.co' }, '/FullName'],
    ['a number for a name: no coercion', { ...ann, FullName: 123 }, '/FullName'],
    ['a list for a name: no coercion', { ...ann, FullName: ['x'] }, '/FullName'],
    ['null for a name', { ...ann, FullName: null }, '/FullName'],
    ['true for a phone: no coercion', { ...ann, Phone: true }, '/Phone'],
    ['an e-mail without @', { ...ann, Email: 'ann' }, '/Email'],
    ['an e-mail with NUL', { ...ann, Email: 'a\u0000nn@example.org' }, '/Email'],
    ['an e-mail with a lone surrogate', { ...ann, Email: '\ud800@example.org' }, '/Email'],
    ['an e-mail of 9 KB', { ...ann, Email: `${'a'.repeat(9000)}@example.org` }, '/Email'],
    ['NUL in a name', { ...ann, FullName: 'A\u0000' }, '/FullName'],
    ['a lone surrogate in an address', { ...ann, ContactAddress: '\udfff' }, '/ContactAddress'],
    ['a name of 201 characters', { ...ann, FullName: 'n'.repeat(201) }, '/FullName'],
    ['a phone of 33 characters', { ...ann, Phone: '1'.repeat(33) }, '/Phone'],
    [
      'an address of 1001 characters',
      { ...ann, ContactAddress: 'x'.repeat(1001) },
      '/ContactAddress',
    ],
  ])('responds 400 and names the member for %s', async (_name, body, pointer) => {
    const reply = await service.register(body);
    expectProblem(reply, 400, 'invalid_payload');
    expect(reply.json().errors.map((fault: { pointer: string }) => fault.pointer)).toContain(
      pointer,
    );
    expect(await service.query('SELECT 1 FROM users')).toEqual([]);
  });

  it('reports all faults at once', async () => {
    const reply = await service.register({ FullName: '', Email: 'x', Phone: '1'.repeat(33) });
    expect(reply.json().errors).toHaveLength(3);
  });

  it('counts characters, not bytes or UTF-16 units, and takes the longest of each', async () => {
    const longest = {
      FullName: '👩'.repeat(200),
      Email: `${'a'.repeat(242)}@example.org`,
      Phone: '1'.repeat(32),
      ContactAddress: 'ü'.repeat(1000),
    };
    expect((await service.register(longest)).statusCode).toBe(200);
    expect((await service.find(longest.Email)).json().data).toMatchObject(longest);
  });

  it.each([
    ['nothing', ''],
    ['half an object', '{"FullName":"A"'],
    ['words', 'FullName=A&Email=a@b.co'],
    ['a key __proto__', '{"__proto__":{"x":1},"FullName":"A","Email":"a@b.co"}'],
    ['a key constructor', '{"constructor":{"prototype":{}},"FullName":"A","Email":"a@b.co"}'],
  ])('responds 400 to %s, which is not JSON for us', async (_name, payload) => {
    expectProblem(await service.register(payload), 400, 'invalid_json');
  });

  it.each(['null', '[]', '"text"', '7'])(
    'responds 400 to %s, which is no object',
    async (payload) => {
      expectProblem(await service.register(payload), 400, 'invalid_payload');
    },
  );

  it('responds 400 to bytes that are not UTF-8', async () => {
    const payload = Buffer.concat([
      Buffer.from('{"FullName":"'),
      Buffer.from([0xff]),
      Buffer.from('","Email":"a@b.co"}'),
    ]);
    const reply = await service.app.inject({ method: 'POST', url: '/users', payload });
    expectProblem(reply, 400, 'invalid_json');
  });

  it.each(['application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded'])(
    'reads the body as JSON whatever its Content-Type: %s',
    async (type) => {
      const reply = await service.register(ann, { 'content-type': type });
      expect(reply.statusCode).toBe(200);
    },
  );

  it('responds 415 to a Content-Type that is no media type', async () => {
    expectProblem(
      await service.register(ann, { 'content-type': 'x' }),
      415,
      'unsupported_media_type',
    );
  });

  it('reads the body as JSON when it has no Content-Type at all', async () => {
    const payload = Buffer.from(JSON.stringify(ann));
    const reply = await service.app.inject({ method: 'POST', url: '/users', payload });
    expect(reply.statusCode).toBe(200);
  });

  it('responds 409 to a second user with the same e-mail, without repeating it', async () => {
    await service.register(ann);
    const reply = await service.register({ ...ann, FullName: 'Other' });
    expectProblem(reply, 409, 'email_taken');
    expect(reply.body).not.toContain(ann.Email);
  });

  it('responds 413 to more than 64 KiB', async () => {
    const reply = await service.register({ ...ann, more: 'x'.repeat(65_536) });
    expectProblem(reply, 413, 'payload_too_large');
  });

  it('tolerates a trailing slash', async () => {
    const reply = await service.app.inject({ method: 'POST', url: '/users/', payload: ann });
    expect(reply.statusCode).toBe(200);
  });
});

describe('Idempotency-Key', () => {
  const headers = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' };

  it('repeats the first response, as often as the request', async () => {
    const first = await service.register(ann, headers);
    const again = await service.register({ ...ann, FullName: ' Ann Lee ' }, headers);
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(again.json()).toEqual(first.json());
  });

  it('repeats a 409', async () => {
    await service.register(ann);
    expectProblem(await service.register(ann, headers), 409, 'email_taken');
    expectProblem(await service.register(ann, headers), 409, 'email_taken');
  });

  it('responds 422 when the key comes with another body', async () => {
    await service.register(ann, headers);
    const reply = await service.register({ ...ann, Email: 'b@example.org' }, headers);
    expectProblem(reply, 422, 'idempotency_key_reused');
    expect((await service.find('b@example.org')).statusCode).toBe(404);
  });

  it('does not keep a 400: the mended request may use the key', async () => {
    expect((await service.register({ ...ann, Email: 'x' }, headers)).statusCode).toBe(400);
    expect((await service.register(ann, headers)).statusCode).toBe(200);
  });

  it.each([
    ['empty', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a space', 'a b'],
  ])('responds 400 to a key that is malformed: %s', async (_name, key) => {
    const reply = await service.register(ann, { 'idempotency-key': key });
    expectProblem(reply, 400, 'invalid_idempotency_key');
  });

  it('registers one user for racing twins, with the same response', async () => {
    const twins = await Promise.all([1, 2, 3, 4].map(() => service.register(ann, headers)));
    expect(twins.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200]);
    expect(new Set(twins.map((reply) => reply.body)).size).toBe(1);
    expect(await service.query('SELECT 1 FROM users')).toHaveLength(1);
  });
});

describe('GET /users/:email', () => {
  it('responds 200 with the user of exactly this e-mail', async () => {
    const { data } = (await service.register(ann)).json();
    const reply = await service.find(ann.Email);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ data });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it.each(['Ann@example.org', 'ann@EXAMPLE.org', ' ann@example.org', 'ann@example.org%'])(
    'responds 404 to %p, which is not that e-mail',
    async (email) => {
      await service.register(ann);
      expectProblem(await service.find(email), 404, 'user_not_found');
    },
  );

  it('finds an e-mail with a plus, a slash and letters beyond ASCII', async () => {
    for (const Email of ['a+b@example.org', 'a/b@example.org', 'jösé@münchen.de']) {
      await service.register({ ...ann, Email });
      expect((await service.find(Email)).json().data.Email).toBe(Email);
    }
    expect((await service.app.inject('/users/a+b@example.org/')).statusCode).toBe(200);
  });

  it.each([
    ['NUL', '/users/a%00b@example.org'],
    ['101 characters, beyond the maxParamLength of the framework', `/users/${'a'.repeat(101)}`],
    ['4000 characters', `/users/${'a'.repeat(4000)}`],
    ['no e-mail', '/users/ann'],
  ])('responds 404 to %s', async (_name, url) => {
    expectProblem(await service.app.inject(url), 404, 'user_not_found');
  });

  it('responds 405 to no e-mail at all, because only POST is served at /users', async () => {
    const reply = await service.app.inject('/users/');
    expectProblem(reply, 405, 'method_not_allowed');
    expect(reply.headers.allow).toBe('POST');
  });

  it('responds 400 to a broken escape, without repeating it', async () => {
    const reply = await service.app.inject('/users/secret%zz@example.org');
    expectProblem(reply, 400, 'bad_request');
    expect(reply.body).not.toContain('secret');
  });

  it('responds 404 to an unknown route, without repeating it', async () => {
    const reply = await service.app.inject('/persons/ann@example.org');
    expectProblem(reply, 404, 'not_found');
    expect(reply.body).not.toContain('ann@');
  });
});
