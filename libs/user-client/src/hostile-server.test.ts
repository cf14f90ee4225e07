import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  collect,
  cut,
  failureOf,
  json,
  startFakeService,
  user,
  type FakeService,
  type Reply,
} from './testing/fake-service.js';
import { createUserClient } from './index.js';

let service: FakeService;
let other: FakeService;
beforeAll(async () => {
  [service, other] = await Promise.all([startFakeService(), startFakeService()]);
});
afterAll(async () => {
  await Promise.all([service.close(), other.close()]);
});

const raw =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(body);

const read = (options = {}) =>
  failureOf(service.client({ retries: 1, ...options }).readUserByEmail('a@b.co'));

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'is not followed, so that nobody gets the key: %d',
    async (status) => {
      other.play(json({ data: user('a') }));
      for (const location of [`${other.origin}/users/x`, `${service.origin}/users/x`]) {
        service.play(raw('', { location }, status));
        expect(await read()).toMatchObject({ code: 'unexpected_redirect', status, attempts: 1 });
        expect(service.seen).toHaveLength(1);
      }
      const registering = service.client().registerUser({ FullName: 'a', Email: 'a@b.co' });
      expect(await failureOf(registering)).toMatchObject({
        code: 'unexpected_redirect',
        attempts: 1,
      });
      expect(other.seen).toEqual([]);
    },
  );
});

describe('a reply that is none of the service', () => {
  const bodies = {
    HTML: '<html>',
    'half of a JSON': '{"data":',
    nothing: '',
    null: 'null',
    'a list': '[]',
    'another object': '{"date":{}}',
    'what is no UTF-8': Buffer.from([0x7b, 0xff, 0x7d]),
  };

  it.each(Object.entries(bodies))('is an error at once: %s', async (_, body) => {
    service.play(raw(body));
    expect(await read()).toMatchObject({ code: 'invalid_reply', status: 200, attempts: 1 });
  });

  const listless = [
    { users: null },
    { data: null },
    { data: {} },
    { data: [null] },
    { data: [{}] },
  ];

  it('is an error also where the members it has are others', async () => {
    const client = service.client();
    const nobody = [null, 'x', 5, [], {}, { ID: 5 }, { ...user('a'), Email: null }];
    for (const data of nobody) {
      service.play(json({ data }));
      const calls = [
        client.readUserByEmail('a@b.co'),
        client.registerUser({ FullName: 'a', Email: 'a@b.co' }),
        client.changeUser('a@b.co', {}),
      ];
      for (const call of calls)
        expect(await failureOf(call)).toMatchObject({ code: 'invalid_reply' });
    }
    for (const body of listless) {
      service.play(json(body));
      expect(await failureOf(client.listUsers())).toMatchObject({ code: 'invalid_reply' });
    }
    service.play(json({ data: { text: 'hello' } }));
    expect(await failureOf(client.greet())).toMatchObject({ code: 'invalid_reply' });
  });

  it.each([
    ['readEvents', { events: null, cursor: 'c' }],
    ['listKeys', { keys: null, cursor: null }],
    ['listKeys', { keys: [], cursor: 5 }],
    ['readAudit', { entries: {}, cursor: null }],
    ['listWebhooks', { webhooks: null }],
  ] as const)('is an error of pages, too: %s %j', async (name, body) => {
    service.play(json(body));
    const error = await failureOf(service.client()[name]({}));
    expect(error).toMatchObject({ code: 'invalid_reply' });
  });

  it.each([
    ['createKey', { key: null, secret: 's' }],
    ['createKey', { key: {}, secret: 5 }],
    ['createWebhook', { webhook: 'w', secret: 's' }],
  ] as const)('is an error of what is made, too: %s %j', async (name, body) => {
    service.play(json(body));
    expect(await failureOf(service.client()[name]({} as never))).toMatchObject({
      code: 'invalid_reply',
    });
  });

  it('is told by its status where it fails', async () => {
    service.play(raw('<html>', {}, 418));
    expect(await read()).toMatchObject({ code: 'unexpected_status', status: 418 });
    service.play(json({ code: 1, detail: {} }, 418));
    expect(await read()).toMatchObject({ code: 'unexpected_status', status: 418 });
  });

  it.each([
    { code: 'x'.repeat(2000) },
    { code: 'a', detail: 'x'.repeat(2000) },
    { code: 'a\n{"level":"fatal"}' },
    { code: 'a', detail: '\u001b[2Jx' },
    { code: 'a', requestId: 'r\r\nx' },
  ])('leaves nothing in an error that a log should not hold: %#', async (body) => {
    service.play(json(body, 418));
    const error = (await read()) as Error;
    expect(error).toMatchObject({ code: 'unexpected_status', status: 418 });
    expect(error.message).toMatch(/^[\w .·]{1,100}$/);
  });

  it('is tried again where it is of a proxy', async () => {
    service.play(raw('<html>', {}, 502), json({ data: user('a') }));
    expect(await service.client().readUserByEmail('a@b.co')).toEqual(user('a'));
  });
});

describe('a body', () => {
  it('that ends too soon is tried again', async () => {
    service.play(cut('{"data":{', { 'content-length': '1000' }), cut('{"data":{'));
    expect(await read()).toMatchObject({ code: 'network_error', status: 200, attempts: 2 });
  });

  it('that is too long is not read to its end, also when it was made small', async () => {
    const limit = { maxReplyBytes: 1000 };
    service.play(json({ data: 'x'.repeat(2000) }));
    expect(await read(limit)).toMatchObject({ code: 'reply_too_large', attempts: 1 });
    const packed = gzipSync(Buffer.alloc(50 << 20, 0x20));
    service.play(raw(packed, { 'content-encoding': 'gzip' }));
    expect(await read()).toMatchObject({ code: 'reply_too_large', attempts: 1 });
  });

  it('of a failure that never ends is not waited for', async () => {
    let sent = 0;
    service.play((response) => {
      response.writeHead(404);
      const more = () => {
        do sent += 65_536;
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect(await read()).toMatchObject({ code: 'unexpected_status', status: 404 });
    // What lies in buffers on the way counts as well.
    expect(sent).toBeLessThan(50 << 20);
  });

  it('that drips is given up', async () => {
    service.play((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    });
    let heads = 0;
    const counting: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      heads += 1;
      return response;
    };
    // Long enough for the head to arrive on a slow machine.
    const options = { attemptMs: 700, retries: 0, fetch: counting };
    expect(await read(options)).toMatchObject({ code: 'timeout' });
    expect(heads).toBe(1);
  });

  it('of an export whose line never ends is given up', async () => {
    service.play((response) => {
      response.writeHead(200, { 'events-cursor': 'c' });
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const { users } = await service.client().exportUsers();
    expect(await failureOf(collect(users))).toMatchObject({ code: 'reply_too_large' });
  });

  it('of an export that falls silent is given up', async () => {
    service.play((response) => {
      response.writeHead(200, { 'events-cursor': 'c' });
      response.write(`${JSON.stringify(user('a'))}\n`);
    });
    const { users } = await service.client({ attemptMs: 60, retries: 0 }).exportUsers();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { ID } of users) seen.push(ID);
    })();
    expect(await failureOf(reading)).toMatchObject({ code: 'timeout' });
    expect(seen).toEqual(['a']);
  });
});

describe('a server that writes what it likes', () => {
  let play: (socket: Socket) => void;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => play(socket));
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
    await once(server, 'close');
  });
  const fails = () => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createUserClient({ baseUrl, attemptMs: 150, retries: 1, firstPauseMs: 1 });
    return failureOf(client.greet());
  };

  it('cannot hold a call by a head that drips', async () => {
    play = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x: y\r\n'), 10);
      socket.on('close', () => clearInterval(timer));
    };
    expect(await fails()).toMatchObject({ code: 'timeout', attempts: 2 });
  });

  it.each(['HTTP/1.1 2', 'SSH-2.0-x\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'])(
    'is a failed connection: %j',
    async (text) => {
      play = (socket) => socket.end(text);
      expect(await fails()).toMatchObject({ code: 'network_error', attempts: 2 });
    },
  );
});
