import {
  collect,
  cut,
  failureOf,
  hangUp,
  lines,
  problem,
  startFakeService,
  user,
  type FakeService,
  type Reply,
} from './testing/fake-service.js';

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());

const ndjson =
  (body: string, headers: Record<string, string> = { 'events-cursor': 'c' }): Reply =>
  (response) =>
    void response.writeHead(200, headers).end(body);

const names = (count: number) => Array.from({ length: count }, (_, n) => `u${100 + n}`);
const newUsers = (count: number) =>
  names(count).map((name) => ({ FullName: name, Email: `${name}@b.co` }));

/** Registers every line but those whose number is in the list. */
const importing =
  (...taken: number[]): Reply =>
  (response, { body }) => {
    const count = body.split('\n').length - 1;
    const outcomes = Array.from({ length: count }, (_, at) =>
      taken.includes(at + 1)
        ? { line: at + 1, status: 409, code: 'email_taken' }
        : { line: at + 1, status: 200, ID: `id-${at + 1}` },
    );
    response.writeHead(200, { connection: 'close' }).end(lines(outcomes));
  };

describe('an export', () => {
  it('has every user once, wherever the connection breaks', async () => {
    const all = names(90).map((name) => user(name));
    const from = (email: string) => all.filter(({ Email }) => Email > email);
    const cutAfter =
      (count: number, rest: string): Reply =>
      (response, request) => {
        const after = new URL(request.url, service.origin).searchParams.get('after') ?? '';
        const text = lines(from(after).slice(0, count)) + rest;
        cut(text, { 'events-cursor': 'later' })(response, request);
      };
    const rest: Reply = (response, request) => {
      const after = new URL(request.url, service.origin).searchParams.get('after') ?? '';
      ndjson(lines(from(after)))(response, request);
    };
    const first = cut(lines(all.slice(0, 10)), { 'events-cursor': 'first' });
    const breaks = [
      cutAfter(20, ''),
      hangUp,
      cutAfter(7, '{"ID":'),
      cutAfter(0, ''),
      cutAfter(1, '{'),
    ];
    service.play(first, ...breaks, rest);
    const { cursor, users } = await service.client().exportUsers();
    expect(cursor).toBe('first');
    expect(await collect(users)).toEqual(all);
  });

  it('resumes also where a reply ends as it should, but within a line', async () => {
    const [a, b] = [user('a'), user('b')];
    service.play(ndjson(`${lines([a])}{"ID":"b"`), ndjson(lines([b])));
    const { users } = await service.client().exportUsers();
    expect(await collect(users)).toEqual([a, b]);
  });

  it.each(['\u{1F986}', '\uE000', 'b'])('resumes after %j', async (name) => {
    // In bytes U+1F986 comes after U+E000, in units of strings before it.
    const [before, later] = [user(name), user('\u{1F987}')];
    service.play(cut(lines([before]), { 'events-cursor': 'c' }), ndjson(lines([later])));
    const { users } = await service.client().exportUsers();
    expect(await collect(users)).toEqual([before, later]);
  });

  it.each([
    ['begins anew each time', 'a'],
    ['stands still', 'b'],
  ])('ends where the service %s', async (_, name) => {
    const all = [user('a'), user('b'), user('c')];
    const again = cut(lines([user(name)]), { 'events-cursor': 'c' });
    service.play(cut(lines(all.slice(0, 2)), { 'events-cursor': 'c' }), again);
    const { users } = await service.client().exportUsers();
    expect(await failureOf(collect(users))).toMatchObject({ code: 'invalid_reply' });
    expect(service.seen).toHaveLength(2);
  });

  it('is ended by the signal of its reader, while it waits and while the reader works', async () => {
    for (const isWaiting of [true, false]) {
      const controller = new AbortController();
      const reason = new Error('enough');
      service.play((response) => {
        response.writeHead(200, { 'events-cursor': 'c' });
        response.write(lines(isWaiting ? [user('a')] : [user('a'), user('b')]));
      });
      const { users } = await service.client().exportUsers({ signal: controller.signal });
      const seen: string[] = [];
      const began = performance.now();
      const reading = (async () => {
        for await (const { ID } of users) {
          seen.push(ID);
          if (isWaiting) setTimeout(() => controller.abort(reason), 20);
          else controller.abort(reason);
        }
      })();
      expect(await failureOf(reading)).toBe(reason);
      expect(seen).toEqual(['a']);
      expect(performance.now() - began).toBeLessThan(10_000);
    }
  });

  it('takes letters that two pieces share', async () => {
    const one = { ...user('a'), FullName: 'Zoë 李 🦆' };
    service.play((response) => {
      response.writeHead(200, { 'events-cursor': 'c' });
      const bytes = [...Buffer.from(lines([one, one]))];
      const drip = () => {
        const byte = bytes.shift();
        if (byte === undefined) response.end();
        else response.write(Buffer.from([byte]), () => setImmediate(drip));
      };
      drip();
    });
    const { users } = await service.client().exportUsers();
    expect(await collect(users)).toEqual([one, one]);
  });

  it('asks for a part', async () => {
    service.play(ndjson(''));
    const { users } = await service.client().exportUsers({ after: 'a@b.co', emailPrefix: 'x' });
    expect(await collect(users)).toEqual([]);
    expect(service.seen[0]).toMatchObject({ url: '/users:export?after=a%40b.co&email_prefix=x' });
    expect(service.seen[0]?.headers.accept).toBe('application/x-ndjson');
  });

  it.each([
    ['', fetch],
    [
      ', also where fetch heeds no signal',
      (input, { signal: _, ...init } = {}) => fetch(input, init),
    ],
  ] satisfies [string, typeof fetch][])(
    'ends the transfer when its reader stops%s',
    async (_, own) => {
      let closed: () => void;
      const isClosed = new Promise<void>((resolve) => (closed = resolve));
      service.play((response) => {
        response.on('close', () => closed());
        response.writeHead(200, { 'events-cursor': 'c' });
        response.write(lines([user('a'), user('b')]));
      });
      const { users } = await service.client({ fetch: own }).exportUsers();
      for await (const one of users) {
        expect(one).toEqual(user('a'));
        break;
      }
      await isClosed;
    },
  );

  it.each([
    ['of other objects', '{"name":"a"}\n'],
    ['that is no JSON', 'a\n'],
    ['that is empty', '\n'],
  ])('refuses a line %s', async (_, text) => {
    service.play(ndjson(text));
    const { users } = await service.client().exportUsers();
    expect(await failureOf(collect(users))).toMatchObject({ code: 'invalid_reply' });
  });

  it('refuses a reply without a cursor, and one that always breaks', async () => {
    service.play(ndjson('', {}));
    expect(await failureOf(service.client().exportUsers())).toMatchObject({
      code: 'invalid_reply',
    });
    service.play(cut('{', { 'events-cursor': 'c' }));
    const { users } = await service.client({ retries: 2 }).exportUsers();
    expect(await failureOf(collect(users))).toMatchObject({ code: 'network_error' });
    expect(service.seen).toHaveLength(3);
  });
});

describe('an import', () => {
  it('sends batches, and counts the lines of all', async () => {
    service.play(importing(2));
    const outcomes = await collect(service.client().importUsers(newUsers(25), { batch: 10 }));
    expect(outcomes.map(({ line }) => line)).toEqual(names(25).map((_, at) => at + 1));
    expect(outcomes.flatMap((one) => (one.status === 200 ? [] : [one]))).toEqual(
      [2, 12, 22].map((line) => ({ line, status: 409, code: 'email_taken' })),
    );
    expect(service.seen.map(({ body }) => body).join('')).toBe(lines(newUsers(25)));
    expect(service.seen.map(({ headers }) => headers['content-type'])).toEqual(
      Array(3).fill('application/x-ndjson'),
    );
  });

  it('takes a stream, and reads no further than it has sent', async () => {
    service.play(importing());
    let made = 0;
    async function* source() {
      for (const one of newUsers(100)) {
        made += 1;
        yield one;
      }
    }
    for await (const { line } of service.client().importUsers(source(), { batch: 5 })) {
      expect(made).toBeLessThanOrEqual(line + 5);
      if (line === 12) break;
    }
    expect(made).toBe(15);
  });

  it('sends no batch of more than a megabyte', async () => {
    service.play(importing());
    const long = newUsers(40).map((one) => ({ ...one, ContactAddress: 'x'.repeat(60_000) }));
    expect(await collect(service.client().importUsers(long))).toHaveLength(40);
    expect(service.seen.length).toBeGreaterThan(1);
    for (const { body } of service.seen) expect(body.length).toBeLessThanOrEqual(1 << 20);
  });

  it('sends no batch twice, and says that it may have happened', async () => {
    const two = lines([1, 2].map((line) => ({ line, status: 200, ID: 'x' })));
    for (const reply of [hangUp, cut(two), ndjson(two)]) {
      service.play(reply);
      const outcomes: number[] = [];
      const importing = (async () => {
        const list = service.client().importUsers(newUsers(3));
        for await (const { line } of list) outcomes.push(line);
      })();
      const facts = { code: 'network_error', mayHaveHappened: true };
      expect(await failureOf(importing)).toMatchObject(facts);
      expect(service.seen).toHaveLength(1);
    }
  });

  it('waits where there are too many requests', async () => {
    service.play(problem(429, 'rate_limited', { 'retry-after': '0' }), importing());
    expect(await collect(service.client().importUsers(newUsers(2)))).toHaveLength(2);
  });

  it('is ended by the signal of the caller, while it waits for an outcome', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    service.play(
      (response) =>
        void response.writeHead(200).write(lines([{ line: 1, status: 200, ID: 'x' }]), () => {
          setTimeout(() => controller.abort(reason), 20);
        }),
    );
    const list = service.client().importUsers(newUsers(2), { signal: controller.signal });
    expect(await failureOf(collect(list))).toBe(reason);
  });

  it('of nobody sends nothing', async () => {
    service.play(importing());
    expect(await collect(service.client().importUsers([]))).toEqual([]);
    expect(service.seen).toEqual([]);
  });
});
