import {
  failureOf,
  json,
  startFakeService,
  user,
  type FakeService,
} from './testing/fake-service.js';
import { type RegisterOptions, UserServiceError } from './index.js';

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());

const ada = { FullName: 'ada', Email: 'ada@example.org' };

it('is not sent where the function of the key fails, which is the cause of the error', async () => {
  service.play(json({ data: user('ada') }));
  const cause = new RangeError('The vault is closed.');
  const functions = [
    () => Promise.reject(cause),
    () => {
      throw cause;
    },
  ];
  for (const apiKey of functions) {
    const error = await failureOf(service.client({ apiKey }).registerUser(ada));
    expect(error).toBeInstanceOf(UserServiceError);
    const code = 'api_key_unavailable';
    expect(error).toMatchObject({ code, cause, attempts: 1, mayHaveHappened: false });
  }
  const bad = service.client({ apiKey: () => 'my key\n' }).greet();
  const error = await failureOf(bad);
  expect(error).toMatchObject({ code: 'api_key_unavailable', cause: expect.any(TypeError) });
  expect(String((error as UserServiceError).cause)).not.toContain('my key');
  expect(service.seen).toEqual([]);
});

it('is not sent with a key of its own that the service would refuse, or that is no text', async () => {
  service.play(json({ data: user('ada') }));
  const keys: unknown[] = ['a\nb', '\u20ac', 'é', 'a b', '', 'x'.repeat(256), 5, null, {}];
  for (const idempotencyKey of keys) {
    const options = { idempotencyKey } as RegisterOptions;
    const error = await failureOf(service.client().registerUser(ada, options));
    const facts = { code: 'invalid_request', attempts: 1, mayHaveHappened: false };
    expect(error).toMatchObject({ ...facts, cause: undefined });
  }
  expect(service.seen).toEqual([]);
});

it('is not sent for an e-mail that is no text', async () => {
  service.play(json({ data: user('ada') }));
  for (const email of [undefined, null, {}, [], 5]) {
    const error = await failureOf(service.client().readUserByEmail(email as never));
    expect(error).toMatchObject({ code: 'invalid_request', mayHaveHappened: false });
  }
  expect(service.seen).toEqual([]);
});

describe('what was not sent has not happened', () => {
  const never = () => new Promise<never>(() => {});

  it('while the function of the key is waited for', async () => {
    const fetched: unknown[] = [];
    let hand = (_: string) => {};
    const apiKey = () => new Promise<string>((resolve) => (hand = resolve));
    const deaf: typeof fetch = (input) => {
      fetched.push(input);
      return never();
    };
    const client = service.client({ apiKey, fetch: deaf, attemptMs: 40 });
    const error = await failureOf(client.createKey({ name: 'a', scopes: ['read'] }));
    expect(error).toMatchObject({ code: 'timeout', mayHaveHappened: false });
    hand('late');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(fetched).toEqual([]);
    const keyed = service.client({ fetch: deaf, attemptMs: 40 });
    expect(await failureOf(keyed.changeUser(ada.Email, {}))).toMatchObject({
      code: 'timeout',
      mayHaveHappened: true,
    });
  });

  it('where nobody takes the connection', async () => {
    const gone = await startFakeService();
    await gone.close();
    const error = await failureOf(gone.client().changeUser(ada.Email, {}));
    expect(error).toMatchObject({ code: 'network_error', mayHaveHappened: false });
  });

  it.each([
    ['ENOTFOUND', false],
    ['EAI_AGAIN', false],
    ['UND_ERR_CONNECT_TIMEOUT', false],
    ['ECONNRESET', true],
    // As browsers, which do not say.
    [undefined, true],
  ])('where the platform says so: %s', async (code, mayHaveHappened) => {
    const cause = code === undefined ? undefined : Object.assign(new Error(code), { code });
    const failing = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const error = await failureOf(service.client({ fetch: failing }).changeUser(ada.Email, {}));
    expect(error).toMatchObject({ code: 'network_error', mayHaveHappened });
  });

  it('unless a try before was sent', async () => {
    let tries = 0;
    const failing: typeof fetch = async () => {
      const code = (tries += 1) === 1 ? 'ECONNRESET' : 'ECONNREFUSED';
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) });
    };
    const error = await failureOf(service.client({ fetch: failing, retries: 1 }).registerUser(ada));
    expect(error).toMatchObject({ attempts: 2, mayHaveHappened: true });
  });
});
