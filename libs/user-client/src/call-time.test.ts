import {
  failureOf,
  json,
  problem,
  silence,
  startFakeService,
  type FakeService,
  type Reply,
} from './testing/fake-service.js';
import type { UserServiceError } from './index.js';

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());

describe('the time of a call', () => {
  it('ends it, with all its tries', async () => {
    service.play(silence);
    const client = service.client({ attemptMs: 40, retries: 100 });
    const error = await failureOf(client.greet({ deadlineMs: 200 }));
    expect(error).toMatchObject({ code: 'timeout', status: undefined });
    expect((error as UserServiceError).attempts).toBeGreaterThan(1);
  });

  it.each(['while it waits for a reply', 'while it pauses', 'before it begins'])(
    'is ended by the signal of the caller, %s',
    async (when) => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const abort = () => controller.abort(reason);
      service.play((response, request) => {
        if (when === 'while it pauses')
          problem(503, 'server_busy', { 'retry-after': '20' })(response, request);
        else abort();
      });
      if (when === 'before it begins') abort();
      const client = service.client({ onRetry: abort });
      const began = performance.now();
      expect(await failureOf(client.greet({ signal: controller.signal }))).toBe(reason);
      // Without the signal it would be the time of a try, 15 s, that ends it.
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(service.seen).toHaveLength(when === 'before it begins' ? 0 : 1);
    },
  );
});

describe('the time of a call, once the head of the reply is there,', () => {
  const begun =
    (status: number): Reply =>
    (response) =>
      void response.writeHead(status, { 'events-cursor': 'c' }).write(' ');

  it.each([200, 404])('is ended by the signal of the caller: %d', async (status) => {
    service.play(begun(status));
    const controller = new AbortController();
    const reason = new Error('enough');
    const afterHead: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      setTimeout(() => controller.abort(reason), 20);
      return response;
    };
    const began = performance.now();
    const greeting = service.client({ fetch: afterHead }).greet({ signal: controller.signal });
    expect(await failureOf(greeting)).toBe(reason);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('ends it also where fetch or the function of the key heeds nothing', async () => {
    const never = () => new Promise<never>(() => {});
    for (const deaf of [{ fetch: never }, { apiKey: never }]) {
      const client = service.client({ ...deaf, attemptMs: 40, retries: 1 });
      expect(await failureOf(client.greet())).toMatchObject({ code: 'timeout', attempts: 2 });
    }
  });

  it('may be without an end', async () => {
    service.play((response, request) => {
      setTimeout(() => json({ data: 'hello' })(response, request), 50);
    });
    const client = service.client({ deadlineMs: Infinity, attemptMs: Infinity, retries: 0 });
    expect(await client.greet()).toBe('hello');
  });
});
