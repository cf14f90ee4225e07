import { recording } from '../testing/recordings.js';
import { blueskyView } from '../testing/recorded-upstreams.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { ada, node, omar, post, threadPath, type Node } from '../testing/bluesky-threads.js';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.closeAsForeseen());

const asked = '/xrpc/app.bsky.feed.getPostThread';
const drawn = recording<{ readonly thread: Node }>('bsky-drawn-thread');
const play = (thread: unknown) => server.upstream.json(asked, { thread });
const path = threadPath('2');
const drawnPath = `/bluesky/${ada.did}/3kdrawnthread2?thread=1`;

interface ThreadReply {
  readonly before: readonly { readonly uri: string }[];
  readonly after: readonly { readonly uri: string }[];
  readonly isCut: boolean;
}

const read = async (url = path) => {
  const reply = await server.app.inject(url);
  expect(reply.statusCode).toBe(200);
  const { before, after, isCut } = reply.json<{ thread: ThreadReply }>().thread;
  const keys = (posts: ThreadReply['before']) => posts.map(({ uri }) => uri.split('/').at(-1));
  return { before: keys(before), after: keys(after), isCut };
};

const depthOf = (call = '') => new URLSearchParams(call.split('?')[1]).get('depth');

describe('GET /bluesky/:postUrl?thread=1', () => {
  it('200: the posts of one author around the post, in their order, by one call', async () => {
    play(drawn.thread);
    expect(await read(drawnPath)).toEqual({
      before: ['3kdrawnthread1'],
      after: ['3kdrawnthread3', '3kdrawnthread4'],
      isCut: false,
    });
    expect(server.upstream.calls).toEqual([
      `${asked}?${new URLSearchParams({ uri: `at://${ada.did}/app.bsky.feed.post/3kdrawnthread2`, depth: '9', parentHeight: '10' }).toString()}`,
    ]);
    const { thread, ...rest } = (await server.app.inject(drawnPath)).json();
    expect([rest, Object.keys(thread)]).toEqual([blueskyView(drawn), ['before', 'after', 'isCut']]);
  });

  it('leaves the post without the query what it was, by a call and a copy of its own', async () => {
    play(drawn.thread);
    await read(drawnPath);
    const plain = await server.app.inject(drawnPath.replace('?thread=1', ''));
    expect(plain.body).toBe(JSON.stringify(blueskyView(drawn)));
    expect(server.upstream.calls.map(depthOf)).toEqual(['9', '0']);
    await read(drawnPath);
    expect(server.upstream.calls).toHaveLength(2);
  });

  it.each(['', '0', 'true', '2', '1&thread=1'])('400: thread=%s', async (value) => {
    for (const kind of ['', '.amp']) {
      const url = drawnPath.replace('?thread=1', `${kind}?thread=${value}`);
      expect((await server.app.inject(url)).statusCode).toBe(400);
    }
    expect(server.upstream.calls).toEqual([]);
  });

  it('304 to who has it', async () => {
    play(drawn.thread);
    const { etag } = (await server.app.inject(drawnPath)).headers;
    const again = await server.app.inject({
      url: drawnPath,
      headers: { 'if-none-match': String(etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it.each(['notFoundPost', 'blockedPost'])('404: %s', async (kind) => {
    play({ $type: `app.bsky.feed.defs#${kind}` });
    expect((await server.app.inject(path)).json().code).toBe('bluesky_post_not_found');
  });
});

const optOut = [{ src: ada.did, val: '!no-unauthenticated' }];
const hide = [{ src: ada.did, val: '!hide' }];

describe('upwards', () => {
  const first = node(post('1'));
  const under = (parent: unknown, more: object = {}) =>
    play({ ...node({ ...post('2', '1'), ...more }), parent, replies: [] });

  it('ends at the first post', async () => {
    under(first);
    expect(await read()).toEqual({ before: ['1'], after: [], isCut: false });
  });

  it("ends at another person's post, which is not shown", async () => {
    play({
      ...node(post('2', '9', { of: omar })),
      parent: node(post('9', null, { author: omar })),
    });
    expect(await read()).toEqual({ before: [], after: [], isCut: false });
  });

  it.each<[string, unknown]>([
    ['absent', undefined],
    ['gone', { $type: 'app.bsky.feed.defs#notFoundPost', uri: post('1').uri }],
    ['blocked', { $type: 'app.bsky.feed.defs#blockedPost', uri: post('1').uri }],
    ['hidden', node({ ...post('1'), labels: hide })],
    ['kept for who is signed in', node({ ...post('1'), author: { ...ada, labels: optOut } })],
    ['another post', node(post('7'))],
    ['itself', node(post('2', '1'))],
    ['of somebody else', node({ ...post('1'), author: omar })],
    ['at an address of somebody else', node({ ...post('1', null, { author: omar }), author: ada })],
    ['no post', node({ ...post('1'), uri: `at://${ada.did}/app.bsky.feed.like/1` })],
    ['nothing', node(null)],
  ])('is cut where the parent is %s', async (_what, parent) => {
    under(parent);
    expect(await read()).toEqual({ before: [], after: [], isCut: true });
  });

  it('is cut where a post stands above itself', async () => {
    under({ ...node(post('1', '2')), parent: node(post('2', '1')) });
    expect(await read()).toEqual({ before: ['1'], after: [], isCut: true });
  });

  it('is cut after ten posts', async () => {
    const above = (height: number): object =>
      height === 0
        ? {}
        : { ...node(post(`p${height}`, `p${height - 1}`)), parent: above(height - 1) };
    play({ ...node(post('2', 'p12')), parent: above(12) });
    const { before, isCut } = await read();
    expect([before.length, before[0], before.at(-1), isCut]).toEqual([10, 'p3', 'p12', true]);
  });
});

describe('downwards', () => {
  const over = (replies: unknown, replyCount = 1) =>
    play({ ...node({ ...post('2'), replyCount }), replies });

  it('goes on with the earliest reply of the author', async () => {
    const at = (key: string, indexedAt: string) => ({
      ...node({ ...post(key, '2'), indexedAt }),
      replies: [],
    });
    over([
      at('late', '2026-01-03T00:00:00Z'),
      { ...node({ ...post('none', '2'), indexedAt: 'never' }), replies: [] },
      at('early', '2026-01-01T00:00:00Z'),
      node(post('hers', '2', { author: omar, of: ada })),
    ]);
    expect(await read()).toEqual({ before: [], after: ['early'], isCut: false });
  });

  it.each<[string, unknown, boolean]>([
    ["other people's", [node(post('3', '2', { author: omar, of: ada }))], false],
    [
      'said to be of the author',
      [node({ ...post('3', '2', { author: omar, of: ada }), author: ada })],
      false,
    ],
    ['of another author than its address', [node({ ...post('3', '2'), author: omar })], false],
    ['replies to something else', [node(post('3', '1'))], false],
    ['the post itself', [node(post('2', '2'))], false],
    ['no reply', [node(post('3'))], false],
    ['no list', 7, true],
    ['not read', undefined, true],
    ['hidden', [node({ ...post('3', '2'), labels: hide })], true],
    [
      'kept for who is signed in',
      [node({ ...post('3', '2'), author: { ...ada, labels: optOut } })],
      true,
    ],
    ['gone', [{ $type: 'app.bsky.feed.defs#notFoundPost', uri: post('3').uri }], true],
    ['blocked', [{ $type: 'app.bsky.feed.defs#blockedPost', uri: post('3').uri }], true],
    [
      "somebody else's, and gone",
      [{ $type: 'app.bsky.feed.defs#notFoundPost', uri: post('3', null, { author: omar }).uri }],
      false,
    ],
  ])('has nothing where the replies are %s', async (_what, replies, isCut) => {
    over(replies);
    expect(await read()).toEqual({ before: [], after: [], isCut });
  });

  it('is cut after nine posts', async () => {
    const below = (depth: number): object[] =>
      depth > 9
        ? []
        : [
            {
              ...node({ ...post(`c${depth}`, depth === 1 ? '2' : `c${depth - 1}`), replyCount: 1 }),
              replies: below(depth + 1),
            },
          ];
    over(below(1));
    const { after, isCut } = await read();
    expect([after.length, after[0], after.at(-1), isCut]).toEqual([9, 'c1', 'c9', true]);
  });

  it('has each post once, however often it stands there', async () => {
    const again = { ...node(post('3', '2')), replies: [{ ...node(post('2', '3')), replies: [] }] };
    over([again, again]);
    expect(await read()).toEqual({ before: [], after: ['3'], isCut: false });
  });

  it('leaves out what others in it want shown to people who are signed in alone', async () => {
    const record = {
      $type: 'app.bsky.embed.record#viewRecord',
      uri: post('q', null, { author: omar }).uri,
      author: { ...omar, labels: optOut },
      value: { text: 'QUOTED' },
    };
    over([
      {
        ...node({ ...post('3', '2'), embed: { $type: 'app.bsky.embed.record#view', record } }),
        replies: [],
      },
    ]);
    const { body } = await server.app.inject(path);
    expect([body.includes('QUOTED'), body.includes('viewWithheld')]).toEqual([false, true]);
  });
});

describe('where the thread cannot be read', () => {
  const lone = { before: [], after: [], isCut: true };

  it('too many replies: the posts above alone are asked for', async () => {
    const replies = Array.from({ length: 500 }, (_, at) =>
      node(post(`r${at}`, '2', { author: omar, of: ada })),
    );
    const values = Array.from({ length: 50 }, () => 0);
    const thread = { ...node({ ...post('2', '1'), replyCount: 500 }), parent: node(post('1')) };
    server.upstream.on(asked, (request, response) => {
      const isDeep = depthOf(request.url) !== '0';
      const sent = isDeep
        ? { ...thread, replies: replies.map((reply) => ({ ...reply, values })) }
        : thread;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ thread: sent }));
    });
    expect(await read()).toEqual({ before: ['1'], after: [], isCut: true });
    expect(server.upstream.calls.map(depthOf)).toEqual(['9', '0']);
  });

  it.each([500, 429, 403])(
    '%i: the post is shown from its own copy, for a moment',
    async (status) => {
      play({ ...node(post('2')), replies: [] });
      await server.app.inject(path.replace('?thread=1', ''));
      server.upstream.json(asked, {}, status, { 'retry-after': '60' });
      expect(await read()).toEqual(lone);
      const reply = await server.app.inject(path);
      expect(reply.headers['cache-control']).toMatch(/^public, max-age=10, /);
      const page = await server.app.inject(path.replace('?', '.amp?'));
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('More of this thread on Bluesky');
    },
  );

  it('and neither can the post: its own failure', async () => {
    server.upstream.json(asked, {}, 500);
    expect((await server.app.inject(path)).statusCode).toBe(502);
  });

  it('is served from the old copy while the service fails', async () => {
    play({ ...node(post('2', '1')), parent: node(post('1')), replies: [] });
    await read();
    server.upstream.json(asked, {}, 500);
    server.wait(3600);
    expect(await read()).toEqual({ before: ['1'], after: [], isCut: false });
  });

  it('502: another post', async () => {
    play(node(post('7')));
    expect((await server.app.inject(path)).statusCode).toBe(502);
  });
});

it('403: an author who wants to be seen by people who are signed in alone', async () => {
  play({
    ...node({ ...post('2'), author: { ...ada, labels: optOut } }),
    replies: [node(post('3', '2'))],
  });
  const reply = await server.app.inject(path);
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'bluesky_post_withheld']);
  const page = await server.app.inject(path.replace('?', '.amp?'));
  expect([page.statusCode, page.body.includes('Words of 3')]).toEqual([403, false]);
});
