import {
  collect,
  cut,
  failureOf,
  hangUp,
  json,
  problem,
  startFakeService,
  user,
  type FakeService,
} from './testing/fake-service.js';
import { isUserServiceError, UserServiceError } from './index.js';

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());

const ada = { FullName: 'ada', Email: 'ada@example.org' };
const registered = json({ data: user('ada') });

describe('a registration', () => {
  it('is sent again under the same key, whatever was lost', async () => {
    const lost = cut('{"data":', { 'content-length': '100' });
    service.play(
      hangUp,
      problem(500, 'internal_error'),
      problem(503, 'server_busy'),
      lost,
      registered,
    );
    expect(await service.client().registerUser(ada)).toEqual(user('ada'));
    const keys = service.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(service.seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      keys.map(() => ada),
    );
  });

  it('has another key in each call, or that of the caller', async () => {
    service.play(registered);
    const client = service.client();
    await client.registerUser(ada);
    await client.registerUser(ada);
    await client.registerUser(ada, { idempotencyKey: 'mine' });
    const keys = service.seen.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  it('that is refused is not sent again, and says why', async () => {
    service.play(problem(409, 'email_taken'));
    const error = await failureOf(service.client().registerUser(ada));
    expect(error).toMatchObject({
      code: 'email_taken',
      status: 409,
      requestId: 'r-1',
      attempts: 1,
    });
    expect(isUserServiceError(error, 'email_taken')).toBe(true);
    expect(isUserServiceError(error, 'user_not_found')).toBe(false);
    expect(service.seen).toHaveLength(1);
  });
});

describe('what has an effect each time', () => {
  const calls = {
    createKey: () => service.client().createKey({ name: 'a', scopes: ['read'] }),
    requestVerification: () => service.client().requestVerification(ada.Email),
    changeUser: () => service.client().changeUser(ada.Email, { Phone: '1' }),
    rotateWebhook: () => service.client().rotateWebhook('1'),
    testWebhook: () => service.client().testWebhook('1'),
  };

  it.each(Object.entries(calls))(
    'is not sent again when it may have happened: %s',
    async (_, call) => {
      for (const reply of [hangUp, problem(500, 'internal_error'), problem(503, 'server_busy')]) {
        service.play(reply);
        expect(await failureOf(call())).toMatchObject({ attempts: 1, mayHaveHappened: true });
        expect(service.seen).toHaveLength(1);
      }
    },
  );

  it('is sent again after 429, which comes before anything is done', async () => {
    service.play(
      problem(429, 'rate_limited', { 'retry-after': '0' }),
      json({ key: {}, secret: 's' }),
    );
    expect(await calls.createKey()).toEqual({ key: {}, secret: 's' });
    expect(service.seen).toHaveLength(2);
  });
});

describe('a removal', () => {
  const remove = () => service.client().removeUser('ada@example.org');

  it('succeeds when a repeated try finds nobody any more', async () => {
    service.play(hangUp, problem(404, 'user_not_found'));
    await remove();
    expect(service.seen).toHaveLength(2);
  });

  it('fails when nobody was there', async () => {
    service.play(problem(404, 'user_not_found'));
    expect(await failureOf(remove())).toMatchObject({ code: 'user_not_found' });
    service.play(problem(429, 'rate_limited'), problem(404, 'user_not_found'));
    expect(await failureOf(remove())).toMatchObject({ code: 'user_not_found', attempts: 2 });
  });
});

describe('pauses', () => {
  it('are as long as the service asks', async () => {
    const pauses: number[] = [];
    service.play(problem(503, 'server_busy', { 'retry-after': '1' }), registered);
    const onRetry = (error: UserServiceError, ms: number) => {
      expect(error.retryAfterMs).toBe(1000);
      pauses.push(ms);
    };
    const began = performance.now();
    await service.client({ onRetry }).readUserByEmail('a@b.co');
    expect(performance.now() - began).toBeGreaterThan(990);
    expect(pauses).toHaveLength(1);
    expect(pauses[0]).toBeGreaterThanOrEqual(1000);
  });

  it('that the deadline does not hold are not begun', async () => {
    service.play(problem(429, 'rate_limited', { 'retry-after': '60' }));
    const began = performance.now();
    const error = await failureOf(service.client().greet({ deadlineMs: 20_000 }));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 60_000, attempts: 1 });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it.each(['9999999999', '9'.repeat(400), '60 ', '60\t'])(
    'that the service asks for are kept, however it writes them: %j',
    async (seconds) => {
      let sent = 0;
      // Without a server: Node leaves out blanks after a value when it reads a head.
      const busy: typeof fetch = async () => {
        sent += 1;
        const response = new Response('', { status: 503 });
        const get = (name: string) => (name === 'retry-after' ? seconds : null);
        return Object.defineProperty(response, 'headers', { value: { get } });
      };
      const greeting = service.client({ fetch: busy }).greet({ deadlineMs: 20_000 });
      expect(await failureOf(greeting)).toMatchObject({ status: 503, attempts: 1 });
      expect(sent).toBe(1);
    },
  );

  it('have an end however long the service asks, also longer than timers know', async () => {
    const year = String(365 * 86_400);
    service.play(problem(503, 'server_busy', { 'retry-after': year }));
    const stop = new AbortController();
    const pauses: number[] = [];
    const onRetry = (error: UserServiceError, ms: number) => {
      expect(error.retryAfterMs).toBe(Number(year) * 1000);
      pauses.push(ms);
      // A timer that is too long fires at once.
      setTimeout(() => stop.abort(), 200);
    };
    const client = service.client({ onRetry });
    const calls = [
      client.greet({ signal: stop.signal, deadlineMs: Infinity }),
      collect(client.events({ signal: stop.signal })),
    ];
    for (const call of calls) await failureOf(call);
    expect(service.seen).toHaveLength(calls.length);
    expect(pauses).toHaveLength(calls.length);
    // Five minutes, and a tenth of that by chance.
    for (const ms of pauses) expect(ms).toBeLessThanOrEqual(330_000);
  });

  it('grow where the service asks for none', async () => {
    const pauses: number[] = [];
    service.play(problem(503, 'server_busy', { 'retry-after': '0' }));
    const onRetry = (_: UserServiceError, ms: number) => void pauses.push(ms);
    const client = service.client({ firstPauseMs: 8, retries: 3, onRetry });
    expect(await failureOf(client.greet())).toMatchObject({ code: 'server_busy', attempts: 4 });
    expect(pauses[2]).toBeGreaterThanOrEqual(16);
  });

  it('grow, by chance', async () => {
    const pauses: number[] = [];
    service.play(problem(500, 'internal_error'));
    const onRetry = (_: UserServiceError, ms: number) => void pauses.push(ms);
    const client = service.client({ firstPauseMs: 8, retries: 3, onRetry });
    expect(await failureOf(client.greet())).toMatchObject({ code: 'internal_error', attempts: 4 });
    expect(pauses).toHaveLength(3);
    pauses.forEach((ms, at) => {
      expect(ms).toBeGreaterThanOrEqual(4 * 2 ** at);
      expect(ms).toBeLessThanOrEqual(8 * 2 ** at);
    });
  });
});

describe('a request', () => {
  it('escapes what it is given, and refuses what URLs resolve away', async () => {
    service.play(json({ data: user('a') }));
    const client = service.client({ baseUrl: `${service.origin}/prefix` });
    await client.readUserByEmail('a/b?c#d%@e.fr');
    expect(service.seen[0]?.url).toBe('/prefix/users/a%2Fb%3Fc%23d%25%40e.fr');
    const refused = { code: 'invalid_request', status: undefined, attempts: 0 };
    for (const value of ['', '.', '..', '\ud800@example.org', 'a\udc00']) {
      for (const call of [
        () => client.readUserByEmail(value),
        () => client.removeUser(value),
        () => client.changeUser(value, {}),
        () => client.endKey(value),
        () => client.rotateKey(value),
        () => client.removeWebhook(value),
        () => client.testWebhook(value),
      ]) {
        const error = await failureOf(call());
        expect(error).toBeInstanceOf(UserServiceError);
        expect(error).toMatchObject({ ...refused, mayHaveHappened: false });
        expect(String(error)).not.toContain('example');
      }
    }
    expect(service.seen).toHaveLength(1);
  });

  it('asks for the key each time, where a function has it', async () => {
    let keys = 0;
    service.play(registered);
    const client = service.client({ apiKey: async () => `key-${(keys += 1)}` });
    await client.readUserByEmail('a@b.co');
    await client.readUserByEmail('a@b.co');
    const sent = service.seen.map(({ headers }) => headers.authorization);
    expect(sent).toEqual(['Bearer key-1', 'Bearer key-2']);
  });
});

it('takes no options that are none, and quotes no key', () => {
  for (const baseUrl of ['ftp://a.b', 'https://u:p@a.b', 'https://a.b/?c', 'nothing']) {
    expect(() => service.client({ baseUrl })).toThrow(TypeError);
  }
  expect(() => service.client({ apiKey: 'my key\n' })).toThrow('apiKey must be visible ASCII');
  for (const value of [NaN, -1]) {
    expect(() => service.client({ attemptMs: value })).toThrow('attemptMs must be a number');
    expect(() => service.client({ maxReplyBytes: value })).toThrow(TypeError);
  }
});

it('takes no options of a call that are none', async () => {
  service.play(registered);
  const client = service.client();
  for (const options of [{ retries: NaN }, { deadlineMs: NaN }]) {
    await expect(client.greet(options)).rejects.toBeInstanceOf(TypeError);
    await expect(client.exportUsers(options)).rejects.toBeInstanceOf(TypeError);
  }
  await expect(client.readEvents({ wait: NaN })).rejects.toBeInstanceOf(TypeError);
  await expect(client.readEvents({ wait: NaN }, { deadlineMs: 1 })).rejects.toThrow('wait must');
  expect(service.seen).toEqual([]);
});

it('shows neither key nor e-mail in an error', async () => {
  service.play(problem(404, 'user_not_found'), hangUp);
  const client = service.client({ retries: 0 });
  for (const call of [client.readUserByEmail('eve@example.org'), client.registerUser(ada)]) {
    const error = (await failureOf(call)) as UserServiceError;
    const shown = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
    expect(shown).not.toMatch(/secret-key|example/);
  }
});
