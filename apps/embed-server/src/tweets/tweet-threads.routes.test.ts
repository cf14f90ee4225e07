import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
beforeEach(() => {
  server.upstream.reset();
  // No kept copy of another test stands in.
  server.wait(1_000_000);
  server.upstream.json('/oembed', {}, 404);
});
afterAll(() => server.closeAsForeseen());

interface Parts {
  readonly author?: string;
  /** Of what it replies to. */
  readonly of?: string;
  readonly more?: object;
}

interface Tweet {
  readonly id_str: string;
  readonly user: { readonly id_str?: string; readonly screen_name: string };
  readonly in_reply_to_screen_name?: string;
  readonly in_reply_to_status_id_str?: string;
}

/** A tweet of Ada in reply to the one of the other id, as the syndication API has it. */
const post = (id: string, parent: string | null = null, parts: Parts = {}): Tweet => {
  const { author = 'Ada', of = author, more } = parts;
  return {
    ...{ __typename: 'Tweet', id_str: id, text: `Words of ${id}`, lang: 'en' },
    ...{ created_at: '2026-01-02T00:00:00.000Z', conversation_count: 3 },
    user: { ...{ id_str: `1${author.length}`, name: author }, screen_name: author },
    ...(parent !== null && {
      in_reply_to_status_id_str: parent,
      in_reply_to_screen_name: of,
    }),
    ...more,
  };
};

/** Has X tell these tweets, and of all others that there are none. */
const play = (...tweets: readonly Tweet[]) => {
  const known = new Map(tweets.map((tweet) => [tweet.id_str, tweet]));
  server.upstream.on('/tweet-result', (_request, response, url) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(known.get(url.searchParams.get('id') ?? '') ?? {}));
  });
};

const read = async (id = '2') => {
  const reply = await server.app.inject(`/tweet/${id}?thread=1`);
  expect(reply.statusCode).toBe(200);
  const { before, after, isCut } = reply.json().thread;
  expect(after).toEqual([]);
  return { before: before.map(({ data }: { data: { id: string } }) => data.id), isCut };
};
const asked = () =>
  server.upstream.calls.flatMap((call) => /tweet-result\?id=(\w+)/.exec(call)?.[1] ?? []);

describe('GET /tweet/:id?thread=1', () => {
  it('200: the tweets of one author that the tweet continues, each read once for all uses', async () => {
    play(post('2', '1'), post('1', '0', { more: { user: { screen_name: 'ADA' } } }), post('0'));
    expect(await read()).toEqual({ before: ['0', '1'], isCut: false });
    expect(asked()).toEqual(['2', '1', '0']);
    const { thread, ...own } = (await server.app.inject('/tweet/2?thread=1')).json();
    expect(own).toEqual((await server.app.inject('/tweet/2')).json());
    expect(thread.before[0]).toEqual((await server.app.inject('/tweet/0')).json());
    expect(asked()).toHaveLength(3);
  });

  it('tells that X marks the tweet as one of a thread, of which no source gives the rest', async () => {
    play(post('2', null, { more: { self_thread: { id_str: '2' } } }));
    expect(await read()).toEqual({ before: [], isCut: true });
  });

  it.each([
    [0, false],
    [1, true],
    [undefined, true],
  ])('of a marked tweet with %j replies there may be more: %j', async (replies, isCut) => {
    const thread = { self_thread: { id_str: '1' }, conversation_count: replies };
    play(post('2', '1', { more: thread }), post('1', null, { more: thread }));
    expect(await read()).toEqual({ before: ['1'], isCut });
  });

  it.each(['', '0', 'true', '1&thread=1'])('400: thread=%s', async (value) => {
    for (const kind of ['', '.amp']) {
      expect((await server.app.inject(`/tweet/2${kind}?thread=${value}`)).statusCode).toBe(400);
    }
  });

  it('404: there is no such tweet', async () => {
    play();
    expect((await server.app.inject('/tweet/2?thread=1')).json().code).toBe('tweet_not_found');
  });

  it("begins below another person's tweet, which is not asked for", async () => {
    play(post('2', '1', { of: 'Omar' }), post('1', null, { author: 'Omar' }));
    expect(await read()).toEqual({ before: [], isCut: false });
    expect(asked()).toEqual(['2']);
  });

  it.each<[string, () => Tweet[]]>([
    ['gone', () => []],
    ['withheld', () => [{ ...post('1'), ...{ __typename: 'TweetTombstone' } }]],
    ['of another author than was said', () => [post('1', null, { author: 'Omar' })]],
    [
      'of another person who has the name by now',
      () => [post('1', null, { more: { user: { id_str: '99', screen_name: 'Ada' } } })],
    ],
    ['of nobody', () => [post('1', null, { more: { user: {} } })]],
    ['itself', () => [post('1', '2')]],
  ])('is cut where the parent is %s', async (what, tweets) => {
    play(post('2', '1'), ...tweets());
    expect(await read()).toEqual({ before: what === 'itself' ? ['1'] : [], isCut: true });
  });

  it('is cut at another person of that name also beyond a tweet whose author has no id', async () => {
    const of = (id_str?: string) => ({ more: { user: { id_str, screen_name: 'Ada' } } });
    play(post('3', '2', of('13')), post('2', '1', of()), post('1', '0', of('99')), post('0'));
    expect(await read('3')).toEqual({ before: ['2'], isCut: true });
  });

  it('is cut where X sends another tweet', async () => {
    play(post('2', '1'));
    server.upstream.on('/tweet-result', (_request, response, url) => {
      response.setHeader('content-type', 'application/json');
      const isAsked = url.searchParams.get('id') === '2';
      response.end(JSON.stringify(isAsked ? post('2', '1') : post('7')));
    });
    expect(await read()).toEqual({ before: [], isCut: true });
  });

  it('is cut after ten', async () => {
    play(...Array.from({ length: 40 }, (_, at) => post(`${at}`, at > 0 ? `${at - 1}` : null)));
    const { before, isCut } = await read('30');
    expect([before.length, before[0], before.at(-1), isCut]).toEqual([10, '20', '29', true]);
    expect(asked()).toHaveLength(11);
  });

  it('shows the tweet where those above cannot be read, for a moment', async () => {
    const own = await createTestApp();
    own.upstream.on('/tweet-result', (_request, response, url) => {
      const isAsked = url.searchParams.get('id') === '2';
      response.writeHead(isAsked ? 200 : 500, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isAsked ? post('2', '1') : {}));
    });
    own.upstream.json('/oembed', {}, 500);
    const reply = await own.app.inject('/tweet/2?thread=1');
    expect(reply.json().thread).toEqual({ before: [], after: [], isCut: true });
    expect(reply.headers['cache-control']).toMatch(/^public, max-age=10, /);
    await own.closeAsForeseen();
  });

  it('knows nothing of what oEmbed alone tells', async () => {
    server.upstream.json('/tweet-result', {}, 404);
    const author = { author_name: 'Ada', author_url: 'https://twitter.com/Ada' };
    server.upstream.json('/oembed', { html: '<blockquote><p>Words</p></blockquote>', ...author });
    expect(await read()).toEqual({ before: [], isCut: true });
  });

  it('by API v2: of a tweet that nobody replied to, that there is no more', async () => {
    const own = await createTestApp({ TWITTER_BEARER_TOKEN: 'token' });
    own.upstream.json('/tweet-result', {}, 503);
    const users = [{ id: '1', name: 'Ada', username: 'Ada' }];
    const tweet = (id: string, parent: string | null, replies: number) => ({
      data: {
        ...{ id, text: `Words of ${id}`, author_id: '1' },
        public_metrics: { reply_count: replies },
        ...(parent !== null && {
          in_reply_to_user_id: '1',
          referenced_tweets: [{ type: 'replied_to', id: parent }],
        }),
      },
      includes: { users },
    });
    own.upstream.json('/2/tweets/2', tweet('2', '1', 0));
    own.upstream.json('/2/tweets/1', tweet('1', null, 1));
    const { thread } = (await own.app.inject('/tweet/2?thread=1')).json();
    expect([thread.before.length, thread.before[0].data.id, thread.isCut]).toEqual([1, '1', false]);
    await own.closeAsForeseen();
  });
});

it('whatever tweets X sends: one author, each in reply to the one before, none twice', async () => {
  let long = 0;
  const ids = fc.constantFrom('1', '2', '3', '4', '5');
  const mostlyAda = fc.constantFrom('Ada', 'Ada', 'Ada', 'Ada', 'Ada', 'Ada', 'Ada', 'Omar');
  const userIds = fc.constantFrom('13', '13', '13', '13', '13', '13', '13', '99');
  const parts = fc.record({ author: mostlyAda, of: mostlyAda, id: userIds });
  const tweets = fc.array(fc.tuple(ids, fc.option(ids, { freq: 8 }), parts), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(ids, tweets, async (parent, given) => {
      server.wait(1_000_000);
      const known = given.map(([id, above, { id: id_str, author, of }]) =>
        post(id, above, { author, of, more: { user: { id_str, screen_name: author } } }),
      );
      const all = [...known.filter(({ id_str }) => id_str !== '2'), post('2', parent)];
      play(...all);
      // A plain reading of the rules.
      const last = new Map(all.map((tweet) => [tweet.id_str, tweet]));
      const wanted: string[] = [];
      let at = last.get('2');
      while (at?.in_reply_to_screen_name === 'Ada') {
        const next = last.get(at.in_reply_to_status_id_str ?? '');
        const isAda = next?.user.screen_name === 'Ada' && next.user.id_str === '13';
        if (!isAda || ['2', ...wanted].includes(next.id_str)) break;
        wanted.unshift(next.id_str);
        at = next;
      }
      if (wanted.length > 1) long += 1;
      expect((await read()).before).toEqual(wanted);
    }),
    propertySize(80),
  );
  expect(long).toBeGreaterThan(2);
});
