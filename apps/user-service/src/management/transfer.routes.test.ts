import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createInterface } from 'node:readline';
import {
  createTestApp,
  embeddedTestStores,
  type TestApp,
  type TestStores,
} from '../testing/test-app.js';
import type { UserDirectory } from './management.js';

const authorization = 'Bearer key';
const user = (email: string, more: object = {}) =>
  JSON.stringify({ FullName: 'N', Email: email, ...more });

let test: TestStores;
let service: TestApp;
let port: number;
let pages = 0;
beforeAll(async () => {
  test = await embeddedTestStores();
  const list: UserDirectory['list'] = (page) => {
    pages += 1;
    return test.stores.directory.list(page);
  };
  const stores = { ...test.stores, directory: { ...test.stores.directory, list } };
  service = await createTestApp({ ...test, stores }, { API_KEYS: 'key' });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  port = (service.app.server.address() as AddressInfo).port;
});
beforeEach(() => test.emptyUnder('exact'));
afterAll(() => service.close());

const importLines = async (payload: string | Buffer) => {
  const headers = { authorization, 'content-type': 'application/x-ndjson' };
  const url = '/users:import';
  const reply = await service.app.inject({ method: 'POST', url, headers, payload });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  return reply.body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as object);
};
const exported = async (query = '') => {
  const reply = await service.app.inject({
    url: `/users:export${query}`,
    headers: { authorization },
  });
  expect(reply.statusCode).toBe(200);
  return reply.body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).Email as string);
};
const count = async () => (await test.query('SELECT 1 FROM users')).length;

/** A request on a socket of its own, so that both directions can be held and cut. */
const open = (method: string, path: string) => {
  const request = httpRequest({ port, method, path, headers: { authorization } });
  request.on('error', () => {});
  const response = once(request, 'response').then(([reply]) => reply as IncomingMessage);
  return { request, response };
};

describe('POST /users:import', () => {
  it('reports of each line, by its number, what registering it alone would have returned', async () => {
    await service.register(user('taken@b.co'));
    const lines = [
      user('ann@b.co', { ID: 'mine', Phone: null }),
      user('taken@b.co'),
      '{"FullName":"A"',
      '',
      JSON.stringify({ FullName: ' ', Email: 'x', Phone: 7 }),
      JSON.stringify({ FullName: ' ', Email: 'x' }),
      '[]',
      '{"__proto__":{},"FullName":"A","Email":"p@b.co"}',
      user('ann@b.co'),
      ` ${user('bob@b.co')}\r`,
      user(`long@b.co`, { more: 'x'.repeat(65_536) }),
      user('eve@b.co'),
    ];
    const [ann, bob, eve] = [1, 10, 12].map((line) => ({
      line,
      status: 200,
      ID: expect.any(String),
    }));
    const invalid = (line: number, ...pointers: string[]) => ({
      line,
      status: 400,
      code: 'invalid_payload',
      errors: pointers.map((pointer) => ({ pointer, detail: expect.any(String) })),
    });
    expect(await importLines(lines.join('\n'))).toEqual([
      ann,
      { line: 2, status: 409, code: 'email_taken' },
      { line: 3, status: 400, code: 'invalid_json' },
      invalid(5, '/Phone'),
      invalid(6, '/FullName', '/Email'),
      invalid(7, ''),
      { line: 8, status: 400, code: 'invalid_json' },
      { line: 9, status: 409, code: 'email_taken' },
      bob,
      { line: 11, status: 413, code: 'payload_too_large' },
      eve,
    ]);
    expect(await exported()).toEqual(['ann@b.co', 'bob@b.co', 'eve@b.co', 'taken@b.co']);
  });

  it('counts the lines by outcome', async () => {
    const before = await service.metrics();
    await importLines([user('ann@b.co'), user('ann@b.co'), '{', user('bob@b.co')].join('\n'));
    const after = await service.metrics();
    for (const [outcome, more] of Object.entries({
      registered: 2,
      email_taken: 1,
      invalid_json: 1,
    })) {
      const sample = new RegExp(`user_import_lines_total{outcome="${outcome}".*} (\\d+)`);
      const counted = (page: string) => Number(sample.exec(page)?.[1] ?? 0);
      expect(counted(after) - counted(before)).toBe(more);
    }
  });

  it('reports the faults of a line as POST /users does', async () => {
    for (const body of ['{}', '7', '{"FullName":1,"Email":"x"}', '{"FullName":"","Email":"x"}']) {
      const alone = (await service.register(body)).json();
      const [line] = await importLines(body);
      expect(line).toEqual({ line: 1, status: 400, code: alone.code, errors: alone.errors });
    }
  });

  it('does not take bytes that are not UTF-8, and does not mind how lines are cut into chunks', async () => {
    const bad = Buffer.concat([
      Buffer.from('{"FullName":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
    ]);
    const lines = Buffer.concat([
      bad,
      Buffer.from(`${user('jösé@münchen.de')}\n${user('b@b.co')}`),
    ]);
    const { request, response } = open('POST', '/users:import');
    for (const byte of lines) request.write(Buffer.from([byte]));
    request.end();
    const text = (await (await response).setEncoding('utf8').toArray()).join('').split('\n');
    expect(text.slice(0, 3).map((line) => JSON.parse(line).status)).toEqual([400, 200, 200]);
    expect(await exported()).toEqual(['b@b.co', 'jösé@münchen.de']);
  });

  it('responds to each line as it arrives, to a client that waits for it', async () => {
    const { request, response } = open('POST', '/users:import');
    request.write(`${user('a@b.co')}\n`);
    const results = createInterface(await response)[Symbol.asyncIterator]();
    expect(JSON.parse((await results.next()).value)).toMatchObject({ line: 1, status: 200 });
    expect(await exported()).toEqual(['a@b.co']);
    request.write(`${user('a@b.co')}\n`);
    expect(JSON.parse((await results.next()).value)).toMatchObject({ line: 2, status: 409 });
    request.end();
    expect((await results.next()).done).toBe(true);
  });

  it('may take longer than requests may, unlike any other', async () => {
    const connection = () => once(service.app.server, 'connection') as Promise<[Socket]>;
    const takesTooLong = (socket: Socket) => {
      const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      service.app.server.emit('clientError', late, socket);
    };
    const importing = connection();
    const { request, response } = open('POST', '/users:import');
    request.write(`${user('a@b.co')}\n`);
    const reply = (await response).setEncoding('utf8');
    await once(reply, 'data');
    takesTooLong((await importing)[0]);
    request.end(`${user('b@b.co')}\n`);
    expect((await reply.toArray()).join('')).toContain('"line":2,"status":200');

    const registering = connection();
    const slow = open('POST', '/users');
    slow.request.setHeader('content-length', 100);
    slow.request.write('{');
    takesTooLong((await registering)[0]);
    expect((await slow.response).statusCode).toBe(408);
  });

  it('keeps what was sent before the client went away, and serves the next', async () => {
    const { request, response } = open('POST', '/users:import');
    request.write(`${user('a@b.co')}\n${user('half').slice(0, 10)}`);
    const reply = await response;
    await once(reply, 'data');
    request.destroy();
    expect(await importLines(user('b@b.co'))).toHaveLength(1);
    expect(await exported()).toEqual(['a@b.co', 'b@b.co']);
  });

  it('takes nothing for an empty import', async () => {
    expect(await importLines('\n \r\n')).toEqual([]);
    const reply = await service.app.inject({
      method: 'POST',
      url: '/users:import',
      headers: { authorization },
    });
    expect([reply.statusCode, reply.body]).toEqual([200, '']);
  });

  it('reports which lines the database failed for, and breaks off', async () => {
    await test.query('ALTER TABLE users RENAME TO gone');
    const { request, response } = open('POST', '/users:import');
    request.end(`${user('a@b.co')}\nx\n`);
    const reply = (await response).setEncoding('utf8');
    const chunks: string[] = [];
    reply.on('data', (chunk: string) => chunks.push(chunk));
    await expect(once(reply, 'end')).rejects.toThrow();
    await test.query('ALTER TABLE gone RENAME TO users');
    expect(chunks.join('')).toBe(
      '{"line":1,"status":500,"code":"internal_error"}\n{"line":2,"status":400,"code":"invalid_json"}\n',
    );
    expect(service.lines.join()).toContain('an import was broken off');
  });
});

describe('GET /users:export', () => {
  it('returns every user once, over many pages, in the byte order of the e-mails', async () => {
    await test.query(`INSERT INTO users (id, email, full_name)
      SELECT gen_random_uuid(), 'u' || n || '@b.co', 'N' FROM generate_series(1, 2500) AS n`);
    const emails = await exported();
    expect(emails).toHaveLength(2500);
    expect(emails).toEqual([...new Set(emails)].sort());
    expect(await exported('?after=u99@b.co')).toEqual(emails.slice(emails.indexOf('u99@b.co') + 1));
    expect(await exported('?email_prefix=u999')).toEqual(['u999@b.co']);
  });

  it('writes lines that an import takes', async () => {
    const odd = { Phone: '+1 2', ContactAddress: 'a\n"b" \\ 👩‍🚀 \u2028' };
    await service.register(user('a@b.co', odd));
    const url = '/users:export';
    const before = await service.app.inject({ url, headers: { authorization } });
    expect(before.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(before.headers['cache-control']).toBe('no-store');
    await test.emptyUnder('exact');
    expect(await importLines(before.body)).toEqual([
      { line: 1, status: 200, ID: expect.any(String) },
    ]);
    const after = await service.app.inject({ url, headers: { authorization } });
    const was = JSON.parse(before.body) as object;
    expect(JSON.parse(after.body)).toEqual({ ...was, ID: expect.any(String) });
  });

  it('stops reading when the client goes away', async () => {
    await test.query(`INSERT INTO users (id, email, full_name, contact_address)
      SELECT gen_random_uuid(), 'u' || n || '@b.co', 'N', repeat('x', 1000) FROM generate_series(1, 20000) AS n`);
    const connection = once(service.app.server, 'connection') as Promise<[Socket]>;
    const { request, response } = open('GET', '/users:export');
    request.end();
    const [[socket], reply] = await Promise.all([connection, response]);
    const before = pages;
    await once(reply, 'data');
    const gone = new Promise((resolve) => socket.once('close', resolve));
    request.destroy();
    await gone;
    await count();
    expect(pages - before).toBeLessThan(20);
  });

  it.each(['after=%00', `email_prefix=${'a'.repeat(255)}`])('responds 400 to %s', async (query) => {
    const url = `/users:export?${query}`;
    const reply = await service.app.inject({ url, headers: { authorization } });
    expect(reply.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
  });
});
