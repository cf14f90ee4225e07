import {
  playContext,
  statusThreadPath,
  threadStatus,
  type StatusParts,
  type ThreadStatus,
} from '../testing/status-threads.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
beforeEach(() => {
  server.upstream.reset();
  // No kept copy of another test stands in.
  server.wait(1_000_000);
});
afterAll(() => server.closeAsForeseen());

const post = (id: string, parent: string | null = null, parts: StatusParts = {}) =>
  threadStatus(server.upstream, id, parent, parts);
const path = () => statusThreadPath(server.upstream, '2');
const play = (status: ThreadStatus, ancestors: unknown = [], descendants: unknown = []) =>
  playContext(server.upstream, status, { ancestors, descendants });
const rest = '/api/v1/statuses/2';

interface ThreadReply {
  readonly before: readonly ThreadStatus[];
  readonly after: readonly ThreadStatus[];
  readonly isCut: boolean;
}

const read = async () => {
  const reply = await server.app.inject(path());
  expect(reply.statusCode).toBe(200);
  const { before, after, isCut } = reply.json<{ thread: ThreadReply }>().thread;
  const ids = (statuses: ThreadReply['before']) => statuses.map(({ id }) => id);
  return { before: ids(before), after: ids(after), isCut };
};

describe('GET /mastodon/:statusUrl?thread=1', () => {
  it('200: the statuses of one author around the status, in their order, by one call more', async () => {
    const omar = post('9', '2', { author: 'o', of: 'a' });
    play(
      post('2', '1'),
      [post('1')],
      [omar, post('3', '2'), post('8', '9', { of: 'o' }), post('4', '3', { replies: 0 })],
    );
    expect(await read()).toEqual({ before: ['1'], after: ['3', '4'], isCut: false });
    expect(server.upstream.calls).toEqual([rest, `${rest}/context`]);
    const { thread, ...own } = (await server.app.inject(path())).json();
    expect([own, Object.keys(thread)]).toEqual([post('2', '1'), ['before', 'after', 'isCut']]);
    expect(thread.after[0]).toEqual(post('3', '2'));
  });

  it('leaves the status without the query what it was, and shares its copy', async () => {
    play(post('2', '1'), [post('1')]);
    await read();
    const plain = await server.app.inject(path().replace('?thread=1', ''));
    expect(plain.body).toBe(JSON.stringify(post('2', '1')));
    await read();
    expect(server.upstream.calls).toHaveLength(2);
  });

  it('asks nobody about a status that is no reply and has none', async () => {
    play(post('2', null, { replies: 0 }));
    expect(await read()).toEqual({ before: [], after: [], isCut: false });
    expect(server.upstream.calls).toEqual([rest]);
  });

  it.each(['', '0', 'true', '1&thread=1'])('400: thread=%s', async (value) => {
    for (const kind of ['', '.amp']) {
      const url = path().replace('?thread=1', `${kind}?thread=${value}`);
      expect((await server.app.inject(url)).statusCode).toBe(400);
    }
    expect(server.upstream.calls).toEqual([]);
  });

  it('304 to who has it', async () => {
    play(post('2', '1'), [post('1')]);
    const { etag } = (await server.app.inject(path())).headers;
    const headers = { 'if-none-match': String(etag) };
    expect((await server.app.inject({ url: path(), headers })).statusCode).toBe(304);
  });

  it('404: there is no such status', async () => {
    server.upstream.json(rest, { error: 'Record not found' }, 404);
    expect((await server.app.inject(path())).json().code).toBe('status_not_found');
  });
});

const lone = { before: [], after: [], isCut: true };

describe('upwards', () => {
  it("ends at another person's status, which is not shown", async () => {
    play(post('2', '9', { of: 'o', replies: 0 }), [post('9', null, { author: 'o' })]);
    expect(await read()).toEqual({ ...lone, isCut: false });
  });

  it('is cut where the author’s own status is gone, of which Mastodon keeps whose it was', async () => {
    play(post('2', null, { more: { in_reply_to_account_id: 'a' }, replies: 0 }));
    expect(await read()).toEqual(lone);
  });

  const asElsewhere = (field: string) => ({
    [field]: `https://elsewhere.example/@ada/1`,
  });
  it.each<[string, () => unknown]>([
    ['absent', () => undefined],
    ['private', () => post('1', null, { visibility: 'private' })],
    ['direct', () => post('1', null, { visibility: 'direct' })],
    ['of a kind that nobody knows', () => post('1', null, { visibility: 'circle' })],
    ['of somebody else', () => post('1', null, { author: 'o' })],
    ['of an account of the same name', () => post('1', null, { more: { account: ada('x') } })],
    ['of an account of the same id', () => post('1', null, { more: { account: omar('a') } })],
    ['of another host', () => post('1', null, { more: asElsewhere('uri') })],
    ['without a page here', () => post('1', null, { more: { url: null, uri: 'tag:1' } })],
    ['a boost', () => post('1', null, { more: { reblog: post('7') } })],
    ['of a suspended account', () => post('1', null, { more: { account: suspended() } })],
    ['another one', () => post('7')],
    ['itself', () => post('2', '1')],
    ['nothing', () => null],
  ])('is cut where the parent is %s', async (_what, parent) => {
    play(post('2', '1'), [parent()]);
    expect(await read()).toEqual(lone);
  });

  const ada = (id: string) => ({ ...post('1').account, id });
  const omar = (id: string) => ({ ...post('1', null, { author: 'o' }).account, id });
  const suspended = () => ({ ...post('1').account, suspended: true });

  it('is cut where a status stands above itself', async () => {
    play(post('2', '1'), [post('1', '2'), post('2', '1')]);
    expect(await read()).toEqual({ before: ['1'], after: [], isCut: true });
  });

  it('is cut after ten', async () => {
    const above = Array.from({ length: 12 }, (_, at) => post(`p${at}`, `p${at + 1}`));
    play(post('2', 'p0'), above);
    const { before, isCut } = await read();
    expect([before.length, before[0], before.at(-1), isCut]).toEqual([10, 'p9', 'p0', true]);
  });
});

describe('downwards', () => {
  it('goes on with the earliest reply of the author', async () => {
    const at = (id: string, createdAt: string) => post(id, '2', { createdAt, replies: 0 });
    const replies = [at('late', '2026-01-03T00:00:00Z'), at('none', 'never'), at('early', '2026')];
    play(post('2'), [], replies);
    expect(await read()).toEqual({ before: [], after: ['early'], isCut: false });
  });

  it.each<[string, () => unknown, boolean]>([
    ["other people's", () => [post('3', '2', { author: 'o', of: 'a' })], false],
    ['replies to something else', () => [post('3', '1')], true],
    ['the status itself', () => [post('2', '2')], false],
    ['said to reply to somebody else', () => [post('3', '2', { of: 'o' })], false],
    ['private', () => [post('3', '2', { visibility: 'private' })], true],
    ['no list', () => 7, true],
    ['not told, as to those who are not signed in', () => [], true],
  ])('has nothing where the replies are %s', async (_what, replies, isCut) => {
    play(post('2'), [], replies());
    expect(await read()).toEqual({ ...lone, isCut });
  });

  it('is cut after nine, and where the instance gives no more', async () => {
    const below = Array.from({ length: 12 }, (_, at) => post(`c${at}`, at ? `c${at - 1}` : '2'));
    play(post('2'), [], below);
    const { after, isCut } = await read();
    expect([after.length, after[0], after.at(-1), isCut]).toEqual([9, 'c0', 'c8', true]);
    server.wait(100_000);
    const others = Array.from({ length: 60 }, (_, at) => post(`o${at}`, '2', { author: 'o' }));
    play(post('2'), [], others);
    expect(await read()).toEqual(lone);
  });

  it('has each status once, however often it stands there', async () => {
    const again = post('3', '2', { replies: 0 });
    play(post('2', null), [], [again, again, post('2', '3')]);
    expect(await read()).toEqual({ before: [], after: ['3'], isCut: false });
  });
});

describe('where the thread cannot be read', () => {
  // A host that failed is spared for a while.
  const shared = { server };
  beforeEach(async () => {
    shared.server = server;
    server = await createTestApp();
  });
  afterEach(async () => {
    await server.closeAsForeseen();
    server = shared.server;
  });

  it.each([
    [500, 10],
    [429, 10],
    [401, 10],
    [403, 10],
    [404, 60],
  ])('%i: the status is shown by itself, for a moment', async (status, seconds) => {
    play(post('2', '1'));
    server.upstream.json(`${rest}/context`, {}, status, { 'retry-after': '60' });
    expect(await read()).toEqual(lone);
    const reply = await server.app.inject(path());
    expect(reply.headers['cache-control']).toContain(`public, max-age=${seconds}, `);
    const page = await server.app.inject(path().replace('?', '.amp?'));
    expect([page.statusCode, page.body.includes('More of this thread on 127')]).toEqual([
      200,
      true,
    ]);
    expect(server.upstream.calls.filter((call) => call.endsWith('/context'))).toHaveLength(1);
  });

  it('a redirect to another host is no answer', async () => {
    play(post('2', '1'));
    server.upstream.on(`${rest}/context`, (_request, response) => {
      response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
    });
    expect(await read()).toEqual(lone);
  });

  it('a conversation of 10,000: those above are asked for one after the other', async () => {
    const crowd = Array.from({ length: 10_000 }, (_, at) => ({
      id: `r${at}`,
      in_reply_to_id: '2',
    }));
    play(post('2', '1'), [post('1')], crowd);
    server.upstream.json('/api/v1/statuses/1', post('1', '0'));
    server.upstream.json('/api/v1/statuses/0', post('0'));
    expect(await read()).toEqual({ before: ['0', '1'], after: [], isCut: true });
    const above = ['/api/v1/statuses/1', '/api/v1/statuses/0'];
    expect(server.upstream.calls).toEqual([rest, `${rest}/context`, ...above]);
  });

  it('is served from the old copy while the instance fails', async () => {
    play(post('2', '1'), [post('1')]);
    await read();
    server.upstream.json(rest, {}, 500);
    server.upstream.json(`${rest}/context`, {}, 500);
    server.wait(3600);
    expect((await read()).before).toEqual(['1']);
  });
});

it('of what a host attests of another, nobody is asked, and of a boost neither', async () => {
  const elsewhere = 'https://elsewhere.invalid/users/ada/statuses/2';
  for (const more of [{ uri: elsewhere, url: elsewhere }, { reblog: post('7') }]) {
    server.wait(100_000);
    play(post('2', '1', { more }), [post('1')]);
    expect((await read()).before).toEqual([]);
  }
  expect(server.upstream.calls.filter((call) => call.endsWith('/context'))).toEqual([]);
});
