import type { ServerResponse } from 'node:http';
import { node, post, threadPath } from './testing/bluesky-threads.js';
import { publish } from './testing/fediverse.js';
import { statusThreadPath, threadStatus } from './testing/status-threads.js';
import { createTestApp, type TestApp } from './testing/test-app.js';

// What is around a post is held back by its host until all first replies are here: only then it is let go.

let server: TestApp;
const held: (() => void)[] = [];
const hold =
  (send: (response: ServerResponse) => void) => (_request: unknown, to: ServerResponse) =>
    void held.push(() => send(to));
const sendJson = (body: unknown) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** The second tweet above is asked for, though nobody asks for the thread again. */
let noteAbove = (): void => undefined;
const isAbove = new Promise<void>((resolve) => (noteAbove = resolve));

const at = (path: string) => server.upstream.origin + path;
const statusPath = (url: string) => `/mastodon/${encodeURIComponent(url)}?thread=1`;

/** Each has a post 2 that replies to 1 of the same author; returns the path of its JSON. */
const networks = {
  Mastodon: () => {
    const [asked, above] = [
      threadStatus(server.upstream, '2', '1'),
      threadStatus(server.upstream, '1'),
    ];
    server.upstream.json('/api/v1/statuses/2', asked);
    const context = { ancestors: [above], descendants: [] };
    server.upstream.on('/api/v1/statuses/2/context', hold(sendJson(context)));
    return statusThreadPath(server.upstream, '2');
  },
  Misskey: () => {
    const ada = { id: 'a', username: 'ada', host: null };
    const note = (id: string) => ({
      ...{ id, user: ada, text: `Words of ${id}`, visibility: 'public', repliesCount: 1 },
      createdAt: '2026-01-02T00:00:00.000Z',
    });
    server.upstream.json('/api/notes/show', { ...note('2'), replyId: '1', reply: { user: ada } });
    server.upstream.on('/api/notes/conversation', hold(sendJson([note('1')])));
    server.upstream.json('/api/notes/children', []);
    return statusPath(at('/notes/2'));
  },
  ActivityPub: () => {
    const idOf = (key: string) => at(`/users/ada/statuses/${key.padStart(26, '0')}`);
    const note = (key: string, inReplyTo: string | null) => ({
      ...{ id: idOf(key), type: 'Note', attributedTo: at('/users/ada'), inReplyTo },
      ...{ to: 'https://www.w3.org/ns/activitystreams#Public', published: '2026-01-02T00:00:00Z' },
      content: `<p>Words of ${key}</p>`,
    });
    publish(server.upstream, {
      ...{ id: at('/users/ada'), type: 'Person', preferredUsername: 'ada' },
    });
    publish(server.upstream, note('2', idOf('1')));
    const above = (response: ServerResponse) =>
      response
        .writeHead(200, { 'content-type': 'application/activity+json' })
        .end(JSON.stringify(note('1', null)));
    server.upstream.on(new URL(idOf('1')).pathname, hold(above));
    return statusPath(idOf('2'));
  },
  X: () => {
    const tweet = (id: string, parent?: string) => ({
      ...{ __typename: 'Tweet', id_str: id, text: `Words of ${id}`, lang: 'en' },
      ...{ created_at: '2026-01-02T00:00:00.000Z', conversation_count: 3 },
      user: { id_str: '13', name: 'Ada', screen_name: 'Ada' },
      ...(parent && { in_reply_to_status_id_str: parent, in_reply_to_screen_name: 'Ada' }),
    });
    const late = hold(sendJson(tweet('1', '0')));
    // Asked while the better source is late; it knows less, and nothing of this one.
    server.upstream.json('/oembed', {}, 404);
    server.upstream.on('/tweet-result', (request, response, url) => {
      const id = url.searchParams.get('id');
      if (id === '1') return late(request, response);
      if (id === '0') noteAbove();
      sendJson(id === '0' ? tweet('0') : tweet('2', '1'))(response);
    });
    return '/tweet/2?thread=1';
  },
  Bluesky: () => {
    const [asked, above] = [post('2', '1'), post('1')];
    const whole = hold(sendJson({ thread: { ...node(asked), parent: node(above), replies: [] } }));
    server.upstream.on('/xrpc/app.bsky.feed.getPostThread', (request, response, url) => {
      if (url.searchParams.get('depth') !== '0') whole(request, response);
      else sendJson({ thread: node(asked) })(response);
    });
    return threadPath('2');
  },
};

const endings = ['', '.amp', '.html'];
const firsts = new Map<string, Reply[]>();
const later = new Map<string, Reply>();
type Reply = Awaited<ReturnType<TestApp['app']['inject']>>;

beforeAll(async () => {
  // A reply waits for an eighth of it.
  const slow = { REQUEST_DEADLINE_MS: '8000', UPSTREAM_DEADLINE_MS: '8000' };
  server = await createTestApp(slow);
  const paths = Object.entries(networks).map(([name, play]) => [name, play()] as const);
  await Promise.all(
    paths.map(async ([name, path]) => {
      const urls = endings.map((ending) => path.replace('?', `${ending}?`));
      firsts.set(name, await Promise.all(urls.map((url) => server.app.inject(url))));
    }),
  );
  for (const letGo of held.splice(0)) letGo();
  await isAbove;
  await server.settled();
  const asked = server.upstream.calls.length;
  for (const [name, path] of paths) later.set(name, await server.app.inject(path));
  expect(server.upstream.calls).toHaveLength(asked);
});
afterAll(() => server.closeAsForeseen());

describe.each(Object.keys(networks))('a thread on %s whose host hangs', (name) => {
  it.each(endings)('is its post alone in the first reply, for a moment (%j)', (ending) => {
    const reply = firsts.get(name)?.[endings.indexOf(ending)];
    expect(reply?.statusCode).toBe(200);
    expect(reply?.body).toContain('Words of 2');
    expect(reply?.body).not.toContain('Words of 1');
    expect(reply?.headers['cache-control']).toContain('public, max-age=10, ');
  });

  it('is whole once its host has replied, without being asked again', () => {
    const { before, isCut } = later.get(name)?.json().thread ?? {};
    expect([before.length, isCut]).toEqual([name === 'X' ? 2 : 1, expect.any(Boolean)]);
    expect(later.get(name)?.body).toContain('Words of 1');
  });
});

it.each(['Mastodon', 'X', 'Bluesky'] as const)(
  'on %s an old one stands in while its host hangs',
  async (name) => {
    server.wait(3600);
    const reply = await server.app.inject(networks[name]());
    expect(reply.json().thread.before).toHaveLength(name === 'X' ? 2 : 1);
    for (const letGo of held.splice(0)) letGo();
    await server.settled();
  },
);

it('a film whose title does not come is shown without it, and with it once it is here', async () => {
  server.upstream.on('/oembed', hold(sendJson({ title: 'A talk', author_name: 'Ada' })));
  const path = '/video/youtube/m6UOo2YGbIE';
  const [page, fragment] = await Promise.all(
    ['.amp', '.html'].map((ending) => server.app.inject(path + ending)),
  );
  for (const reply of [page, fragment]) {
    expect(reply?.statusCode).toBe(200);
    expect(reply?.body).toContain('Video · YouTube');
    expect(reply?.headers['cache-control']).toContain('public, max-age=10, ');
  }
  for (const letGo of held.splice(0)) letGo();
  await server.settled();
  expect((await server.app.inject(`${path}.amp`)).body).toContain('A talk');
});
