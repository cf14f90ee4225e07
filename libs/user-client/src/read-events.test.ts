import type { EventPage, UserEvent } from './index.js';
import { CursorExpiredError } from './index.js';
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
  type Reply,
} from './testing/fake-service.js';

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());

const eventOf = (id: number): UserEvent => ({
  ...{ specversion: '1.0', id: String(id), source: '/users', type: 'user.registered' },
  ...{ subject: `u${id}`, time: '2026-01-01T00:00:00Z', data: user(`u${id}`) },
});

/** Pages of a log with so many events: the cursor is how many one has. */
const log =
  (count: number): Reply =>
  (response, request) => {
    const query = new URL(request.url, service.origin).searchParams;
    const after = Number(query.get('after') ?? 0);
    const end = Math.min(count, after + Number(query.get('limit')));
    const events = Array.from({ length: end - after }, (_, at) => eventOf(after + at + 1));
    json({ events, cursor: String(end) } satisfies EventPage)(response, request);
  };

const ids = (events: readonly UserEvent[]) => events.map(({ id }) => Number(id));
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('the feed', () => {
  it('goes on from a cursor, page by page, and says how it asks', async () => {
    service.play(log(25));
    const events = await collect(service.client().events({ after: '5', limit: 10 }), 20);
    expect(ids(events)).toEqual(upTo(25).slice(5));
    const asked = service.seen.map(({ url }) => url);
    expect(asked).toEqual(['/events?after=5&limit=10&wait=0', '/events?after=15&limit=10&wait=30']);
  });

  it('skips nothing and repeats nothing, whatever fails between', async () => {
    const all = log(60);
    const half: Reply = (response, request) => {
      // The page as it is, but for its end.
      response.end = ((body: string) => {
        response.write(body.slice(0, -20), () => response.destroy());
        return response;
      }) as typeof response.end;
      all(response, request);
    };
    const failures: Reply[] = [
      hangUp,
      problem(500, 'internal_error'),
      problem(503, 'server_busy', { 'retry-after': '0' }),
      problem(429, 'rate_limited', { 'retry-after': '0' }),
      half,
      cut('', { 'content-length': '5' }),
      json('', 502),
    ];
    service.play(...failures.flatMap((failure) => [all, failure, failure]), all);
    let retries = 0;
    const client = service.client({ retries: 0, onRetry: () => void (retries += 1) });
    const events = await collect(client.events({ limit: 8 }), 60);
    expect(ids(events)).toEqual(upTo(60));
    expect(retries).toBeGreaterThanOrEqual(14);
  });

  it('gives each event a cursor that skips nothing', async () => {
    service.play(log(10));
    const client = service.client();
    const events = await collect(client.events({ limit: 3 }), 10);
    for (const { id, cursor } of events.slice(0, -1)) {
      const [next] = await collect(client.events({ after: cursor, limit: 3 }), 1);
      expect(Number(next?.id)).toBeLessThanOrEqual(Number(id) + 1);
    }
    expect(events.map(({ cursor }) => cursor)).toEqual([
      ...[undefined, undefined, '3', '3', '3', '6', '6', '6', '9'],
      '10',
    ]);
  });

  it('by pages tells also that there is nothing more', async () => {
    service.play(log(3));
    const pages = await collect(service.client().eventPages({ limit: 2 }), 3);
    expect(pages.map(({ events, cursor }) => [events.length, cursor])).toEqual([
      [2, '2'],
      [1, '3'],
      [0, '3'],
    ]);
  });

  it('asks a service that fails less and less often, even where that asks for no pause', async () => {
    const pauses: number[] = [];
    const stop = new AbortController();
    service.play(problem(503, 'server_busy', { 'retry-after': '0' }));
    const onRetry = (_: unknown, ms: number) => {
      if (pauses.push(ms) === 8) stop.abort();
    };
    await failureOf(collect(service.client({ onRetry }).events({ signal: stop.signal })));
    expect(pauses).toHaveLength(8);
    expect(pauses[7]).toBeGreaterThanOrEqual(64);
  });

  it('does not ask without end where nothing waits', async () => {
    service.play(log(0));
    const controller = new AbortController();
    const pages = service.client().eventPages({ after: '0', signal: controller.signal });
    // A loop without a pause would send thousands of requests in this time.
    setTimeout(() => controller.abort(), 300);
    await failureOf(collect(pages));
    expect(service.seen.length).toBe(2);
  });
});

describe('the feed ends', () => {
  it('by 410 with an error that says how to begin anew', async () => {
    service.play(log(2), problem(410, 'cursor_expired'));
    const error = await failureOf(collect(service.client().events({ limit: 2 })));
    expect(error).toBeInstanceOf(CursorExpiredError);
    expect(error).toMatchObject({ code: 'cursor_expired', status: 410 });
    expect(String(error)).toMatch(/begin anew with copy\(\)/);
  });

  it.each([
    [400, 'invalid_cursor'],
    [401, 'api_key_required'],
    [403, 'scope_missing'],
    [404, 'not_found'],
  ])('by what does not pass by itself: %d', async (status, code) => {
    service.play(problem(status, code));
    expect(await failureOf(collect(service.client().events()))).toMatchObject({ code });
    expect(service.seen).toHaveLength(1);
  });

  it.each([
    ['whose cursor stands still', { events: [eventOf(1)], cursor: '7' }],
    ['without a cursor', { events: [], cursor: 7 }],
    ['whose cursor no request could carry', { events: [], cursor: '8'.repeat(100_000) }],
    ['without a list', { events: {}, cursor: '8' }],
    ['of other things', { events: [eventOf(8), null], cursor: '8' }],
    ['of events of nobody', { events: [{ ...eventOf(8), subject: undefined }], cursor: '8' }],
  ])('by a page %s', async (_, page) => {
    service.play(json(page));
    const reading = collect(service.client().events({ after: '7' }));
    expect(await failureOf(reading)).toMatchObject({ code: 'invalid_reply' });
    expect(service.seen).toHaveLength(1);
  });

  it('by the signal, also within a page', async () => {
    const client = service.client();
    for (const feedOf of [client.events, client.copy]) {
      service.play(log(3));
      const controller = new AbortController();
      const reason = new Error('enough');
      const feed: AsyncIterable<unknown> = feedOf({ after: '0', signal: controller.signal });
      const seen: unknown[] = [];
      const reading = (async () => {
        for await (const one of feed) {
          seen.push(one);
          controller.abort(reason);
        }
      })();
      expect(await failureOf(reading)).toBe(reason);
      expect(seen).toHaveLength(1);
    }
  });

  it('by the signal, with its reason, while it waits', async () => {
    const controller = new AbortController();
    service.play(log(1), () => controller.abort(new Error('enough')));
    const seen: UserEvent[] = [];
    const reading = (async () => {
      for await (const event of service.client().events({ signal: controller.signal }))
        seen.push(event);
    })();
    expect(await failureOf(reading)).toMatchObject({ message: 'enough' });
    expect(ids(seen)).toEqual([1]);
  });
});
