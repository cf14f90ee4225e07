import {
  createTestApp,
  embeddedTestStores,
  type TestApp,
  type TestStores,
} from '../testing/test-app.js';

const ann = { FullName: 'Ann Lee', Email: 'ann@example.org', Phone: '1', ContactAddress: 'x' };
const authorization = 'Bearer second-key';

let test: TestStores;
let service: TestApp;
beforeAll(async () => {
  test = await embeddedTestStores();
  service = await createTestApp(test, { API_KEYS: 'first-key, second-key' });
});
beforeEach(() => test.emptyUnder('exact'));
afterAll(() => service.close());

type Reply = Awaited<ReturnType<TestApp['find']>>;
const send = (method: 'GET' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  service.app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) });
const expectProblem = (reply: Reply, status: number, code: string) => {
  expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(reply.json()).toMatchObject({ status, code, requestId: reply.headers['x-request-id'] });
  expect(reply.statusCode).toBe(status);
};

describe('GET /users', () => {
  const emails = (reply: Reply) => reply.json().data.map((user: { Email: string }) => user.Email);
  const nextOf = (reply: Reply) => /^<(.+)>; rel="next"$/.exec(String(reply.headers.link))?.[1];
  const fill = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      await service.register({ ...ann, Email: `u${n}+x&y@example.org` });
    }
  };

  it('leads from page to page by its Link header', async () => {
    await fill(5);
    const first = await send('GET', '/users?limit=2');
    expect(first.statusCode).toBe(200);
    expect(first.headers['cache-control']).toBe('no-store');
    const second = await send('GET', nextOf(first)!);
    const third = await send('GET', nextOf(second)!);
    expect([first, second, third].flatMap(emails)).toEqual(
      [0, 1, 2, 3, 4].map((n) => `u${n}+x&y@example.org`),
    );
    expect(third.headers.link).toBeUndefined();
    expect(third.json().data[0]).toEqual({
      ...ann,
      ID: expect.any(String),
      Email: 'u4+x&y@example.org',
    });
  });

  it('has no Link header when the last page is full, and keeps the prefix in it', async () => {
    await fill(4);
    await service.register({ ...ann, Email: 'other@example.org' });
    const first = await send('GET', '/users?limit=2&email_prefix=u');
    const second = await send('GET', nextOf(first)!);
    expect(emails(second)).toEqual(['u2+x&y@example.org', 'u3+x&y@example.org']);
    expect(second.headers.link).toBeUndefined();
  });

  it.each(['limit=0', 'limit=1001', 'limit=x', 'after=%00', `email_prefix=${'a'.repeat(255)}`])(
    'responds 400 to %s',
    async (query) => expectProblem(await send('GET', `/users?${query}`), 400, 'invalid_payload'),
  );

  it('returns an empty list, also with a trailing slash', async () => {
    expect((await send('GET', '/users/')).json()).toEqual({ data: [] });
  });
});

describe('PATCH /users/:email', () => {
  it('changes the members it gets, empties what is null, and ignores what is unknown', async () => {
    const { data } = (await service.register(ann)).json();
    const patch = { FullName: ' Ann Li ', Phone: null, ID: 'mine', role: 'admin' };
    const reply = await send('PATCH', '/users/ann@example.org', patch);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ data: { ...data, FullName: 'Ann Li', Phone: '' } });
    expect((await service.find(ann.Email)).json()).toEqual(reply.json());
    expect((await send('PATCH', '/users/ann@example.org', {})).json()).toEqual(reply.json());
  });

  it('changes the e-mail, unless another user has it', async () => {
    await service.register(ann);
    await service.register({ ...ann, Email: 'bob@example.org' });
    const taken = await send('PATCH', '/users/ann@example.org', { Email: 'bob@example.org' });
    expectProblem(taken, 409, 'email_taken');
    const reply = await send('PATCH', '/users/ann@example.org', { Email: 'Eve@example.org' });
    expect(reply.statusCode).toBe(200);
    expect((await service.find('ann@example.org')).statusCode).toBe(404);
    expect((await service.find('Eve@example.org')).statusCode).toBe(200);
  });

  it.each([
    ['a blank name', { FullName: ' ' }, '/FullName'],
    ['no name', { FullName: null }, '/FullName'],
    ['no e-mail', { Email: null }, '/Email'],
    ['what is no e-mail', { Email: 'x' }, '/Email'],
    ['a number', { Phone: 1 }, '/Phone'],
    ['too long a phone', { Phone: '1'.repeat(33) }, '/Phone'],
  ])('responds 400 to %s', async (_name, patch, pointer) => {
    await service.register(ann);
    const reply = await send('PATCH', '/users/ann@example.org', patch);
    expectProblem(reply, 400, 'invalid_payload');
    expect(reply.json().errors).toEqual([expect.objectContaining({ pointer })]);
    expect((await service.find(ann.Email)).json().data).toMatchObject(ann);
  });

  it('responds 404 to an e-mail that nobody has, or that is none', async () => {
    for (const email of ['nobody@example.org', 'a%00b@example.org', 'x']) {
      expectProblem(await send('PATCH', `/users/${email}`, { Phone: '1' }), 404, 'user_not_found');
    }
  });
});

describe('DELETE /users/:email', () => {
  it('responds 204 once, and then 404', async () => {
    await service.register(ann);
    const reply = await send('DELETE', '/users/ann@example.org');
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
    expect((await service.find(ann.Email)).statusCode).toBe(404);
    expectProblem(await send('DELETE', '/users/ann@example.org'), 404, 'user_not_found');
    expect((await service.register(ann)).statusCode).toBe(200);
  });

  it('does not mind a Content-Type without a body', async () => {
    await service.register(ann);
    const headers = { authorization, 'content-type': 'application/json' };
    const url = '/users/ann@example.org';
    expect((await service.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204);
  });
});
