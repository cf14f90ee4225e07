import { freePort } from '@triptych/free-port';
import { pictures } from '../testing/pictures.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile, startUpstream } from '../testing/upstream-player.js';

const photoId = '1641086480675225601';
let server: TestApp;

beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.closeAsForeseen());

function play(name: string): void {
  server.upstream.json('/tweet-result', server.upstream.fixture(name));
}

const get = (url: string, headers = {}) => server.app.inject({ url, headers });

describe('GET /tweet/:id', () => {
  it('200: answers in the shape of API v2, from the syndication endpoint', async () => {
    server.upstream.on('/tweet-result', (request, response, url) => {
      expect(request.headers['accept']).toBe('application/json');
      expect(url.searchParams.get('id')).toBe(photoId);
      expect(url.searchParams.get('token')).toBe('3z7miaszni8');
      expect(url.searchParams.get('features')).toContain('tfw_tweet_edit_frontend:on');
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(JSON.stringify(server.upstream.fixture('tweet-syn-photo')));
    });
    const reply = await get(`/tweet/${photoId}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.headers['cache-control']).toContain('max-age=300, stale-while-revalidate=300');
    const { data, includes, linkMetas } = reply.json();
    expect(data).toMatchObject({
      id: photoId,
      author_id: '469266133',
      lang: 'en',
      created_at: '2023-03-29T14:34:41.000Z',
      public_metrics: { like_count: 226, reply_count: 1 },
    });
    expect(data.entities.urls[0]).toMatchObject({ start: 92, end: 115 });
    expect(includes.users[0]).toMatchObject({ name: 'sammy', username: 'SamuelSusla' });
    expect(includes.media[0]).toMatchObject({ type: 'photo', width: 1995, height: 896 });
    expect(data.attachments.media_keys).toEqual([includes.media[0].media_key]);
    expect(linkMetas).toEqual([]);
  });

  it('200: tells what is known of a link, and of a quoted tweet', async () => {
    play('tweet-syn-card-summary-large-image');
    const card = (await get('/tweet/1629262255744503809')).json();
    expect(card.linkMetas[0]).toMatchObject({ title: 'Tutorial: Tic-Tac-Toe – React' });
    // Behind an emoji, in code points.
    expect(card.data.entities.mentions[0]).toEqual({ start: 20, end: 28, username: 'reactjs' });
    play('tweet-syn-quote-tweet');
    const quote = (await get('/tweet/1')).json();
    expect(quote.data.referenced_tweets).toContainEqual({
      type: 'quoted',
      id: quote.includes.tweets[0].id,
    });
    expect(quote.includes.users).toHaveLength(2);
  });

  it.each(['abc', '12a', '-1', '1.5', '20.amp', '934029337019416579-profile-image', '%00'])(
    '400: %s is not a number',
    async (id) => {
      const reply = await get(`/tweet/${id}${id === '20.amp' ? '.amp' : ''}`);
      expect(reply.statusCode).toBe(400);
      expect(reply.headers['content-type']).toContain('application/problem+json');
      expect(server.upstream.calls).toEqual([]);
    },
  );

  it('404: an id of 48 digits, without asking anybody', async () => {
    const reply = await get(`/tweet/${'9'.repeat(48)}`);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'tweet_not_found']);
    expect(server.upstream.calls).toEqual([]);
  });

  it('404: a tombstone is final, X is not asked elsewhere', async () => {
    play('tweet-syn-tombstone');
    expect((await get('/tweet/20')).statusCode).toBe(404);
    expect(server.upstream.calls).toHaveLength(1);
  });

  it.each([
    ['nothing', 200, {}],
    ['404', 404, 'gone'],
  ])(
    '404: syndication says %s and oEmbed agrees; remembered for a minute',
    async (_n, status, body) => {
      server.upstream.json('/tweet-result', body, status);
      server.upstream.json('/oembed', 'none', 404);
      expect((await get('/tweet/20')).statusCode).toBe(404);
      server.wait(59);
      expect((await get('/tweet/20')).statusCode).toBe(404);
      expect(server.upstream.calls).toHaveLength(2);
      server.wait(2);
      play('tweet-syn-photo');
      expect((await get('/tweet/20')).statusCode).toBe(200);
    },
  );

  it('200: oEmbed steps in when syndication fails or knows nothing', async () => {
    server.upstream.json('/tweet-result', 'down', 500);
    server.upstream.on('/oembed', (_request, response, url) => {
      expect(url.searchParams.get('url')).toBe('https://twitter.com/i/status/436461658601713664');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(server.upstream.fixture('tweet-oembed')));
    });
    const { data, includes } = (await get('/tweet/436461658601713664')).json();
    expect(data.text).toBe('RT @PabloHerreros Pepephone rompe la baraja - http://t.co/mFn7mcB1vy');
    expect(data.entities.mentions).toEqual([{ start: 3, end: 17, username: 'PabloHerreros' }]);
    expect(data.entities.urls[0]).toMatchObject({ url: 'http://t.co/mFn7mcB1vy' });
    expect(includes.users[0]).toMatchObject({ name: 'Pepephone', username: 'pepephone' });
    expect(data.author_id).toBe(includes.users[0].id);
  });

  it('502: all sources fail', async () => {
    server.upstream.json('/tweet-result', '<html>', 200, { 'content-type': 'text/html' });
    server.upstream.json('/oembed', 'down', 500);
    const reply = await get('/tweet/20');
    expect([reply.statusCode, reply.json().code]).toEqual([502, 'upstream_malformed']);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('503: limited, with the time to wait', async () => {
    server.upstream.json('/tweet-result', 'slow down', 429, { 'retry-after': '17' });
    server.upstream.json('/oembed', 'slow down', 429);
    const reply = await get('/tweet/20');
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '17']);
  });
});

describe('GET /tweet/:id with slow or dead upstreams', () => {
  it('504: too slow', async () => {
    const slow = await createTestApp({ UPSTREAM_DEADLINE_MS: '100' });
    slow.upstream.on('*', () => undefined);
    const reply = await slow.app.inject('/tweet/20');
    await slow.close();
    expect([reply.statusCode, reply.json().code]).toEqual([504, 'upstream_timeout']);
  });

  it('502: nobody listens', async () => {
    const dead = await createTestApp({}, await startUpstream(await freePort()));
    await dead.upstream.close();
    const reply = await dead.app.inject('/tweet/20');
    await dead.app.close();
    expect([reply.statusCode, reply.json().code]).toEqual([502, 'upstream_unreachable']);
  });
});

describe('GET /tweet/:id with a bearer token', () => {
  let paid: TestApp;
  beforeEach(async () => {
    paid = await createTestApp({ TWITTER_BEARER_TOKEN: 'secret' });
    paid.upstream.json('/tweet-result', 'limited', 429);
  });
  afterEach(() => paid.close());

  it('200: API v2 follows syndication, and its answer passes as it is', async () => {
    const list = paid.upstream.fixture('tweet-v2-quote-tweet') as {
      data: object[];
      includes: object;
    };
    const object = { data: list.data[0], includes: list.includes };
    paid.upstream.on('/2/tweets/1328399838128467969', (request, response, url) => {
      expect(request.headers['authorization']).toBe('Bearer secret');
      expect(url.searchParams.get('expansions')).toContain('attachments.media_keys');
      response.setHeader('content-type', 'application/json').end(JSON.stringify(object));
    });
    const reply = (await paid.app.inject('/tweet/1328399838128467969')).json();
    expect(reply).toMatchObject(object);
    paid.upstream.json('/2/tweets/7', list);
    expect((await paid.app.inject('/tweet/7')).json()).toMatchObject(object);
  });

  it.each([
    ['not authorized, with status 200', 200, 'tweet-v2-not-authorized'],
    ['not found, with status 404', 404, 'tweet-v2-not-authorized'],
  ])('404: %s', async (_name, status, name) => {
    paid.upstream.json('/2/tweets/20', paid.upstream.fixture(name), status);
    paid.upstream.json('/oembed', paid.upstream.fixture('tweet-oembed'));
    expect((await paid.app.inject('/tweet/20')).statusCode).toBe(404);
    expect(paid.upstream.calls.some((call) => call.startsWith('/oembed'))).toBe(false);
  });

  it('200: a long post is asked for where its rest is; without it the start stands', async () => {
    const long = {
      ...(paid.upstream.fixture('tweet-syn-photo') as object),
      note_tweet: { id: 'x' },
    };
    paid.upstream.json('/tweet-result', long);
    const data = { id: '5', text: 'start', note_tweet: { text: 'start &amp; all the rest' } };
    paid.upstream.json('/2/tweets/5', { data });
    expect((await paid.app.inject('/tweet/5')).json().data).toEqual(data);
    paid.upstream.json('/2/tweets/6', { title: 'plan ended' }, 403);
    expect((await paid.app.inject('/tweet/6')).json().data.id).toBe(photoId);
  });

  it('503: the plan ended and nobody else helps; never 404', async () => {
    paid.upstream.json('/2/tweets/20', { title: 'client-not-enrolled' }, 403);
    paid.upstream.json('/oembed', 'down', 500);
    expect((await paid.app.inject('/tweet/20')).statusCode).toBe(503);
  });
});

describe('images of a tweet', () => {
  const media = '/media/pbs.twimg.com/media/FsZNOgcWAAEQtrd';
  const avatar = '/media/pbs.twimg.com/profile_images/1042172116911697920/JkIt3onc';

  it('200: attached images by index, in the large size', async () => {
    play('tweet-syn-photo');
    server.upstream.on(media, (request, response, url) => {
      expect(url.search).toBe('?format=jpg&name=large');
      sendFile(pictures.jpeg, 'image/jpeg')(request, response, url);
    });
    const reply = await get(`/tweet/${photoId}/images/0`);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(reply.headers['content-length']).toBe(String(pictures.jpeg.length));
    expect(reply.rawPayload).toEqual(pictures.jpeg);
    expect((await get(`/tweet/${photoId}/images/00`)).statusCode).toBe(200);
  });

  it('200: the profile image, sharp or else as small as it is', async () => {
    play('tweet-syn-photo');
    server.upstream.json(`${avatar}_400x400.jpg`, 'none', 404);
    server.upstream.on(`${avatar}_normal.jpg`, sendFile(pictures.jpeg, 'image/jpeg'));
    expect((await get(`/tweet/${photoId}/profile-image`)).statusCode).toBe(200);
    expect(server.upstream.calls.slice(1)).toEqual([
      `${avatar}_400x400.jpg`,
      `${avatar}_normal.jpg`,
    ]);
  });

  it('200: the image of a link card, and images of the quoted tweet', async () => {
    play('tweet-syn-card-summary-large-image');
    const card = '/media/pbs.twimg.com/card_img/1639232954701594625/7ayIAMcm';
    server.upstream.on(card, sendFile(pictures.png, 'image/png'));
    expect((await get('/tweet/1629262255744503809/link-image')).statusCode).toBe(200);
    play('tweet-syn-quote-tweet');
    server.upstream.on('*', sendFile(pictures.jpeg, 'image/jpeg'));
    expect((await get('/tweet/3/quoted/profile-image')).statusCode).toBe(200);
    expect((await get('/tweet/3/quoted/images/0')).statusCode).toBe(200);
  });

  it.each([
    'images/1',
    'images/99999999999999999999',
    'link-image',
    'quoted/profile-image',
    'quoted/images/0',
  ])('404: %s is not there', async (path) => {
    play('tweet-syn-photo');
    const reply = await get(`/tweet/${photoId}/${path}`);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'image_not_found']);
  });

  it.each(['images/abc', 'images/-1', 'images/1e3', 'images/', 'images/1.5'])(
    '400: %s is no index',
    async (path) => {
      const reply = await get(`/tweet/${photoId}/${path}`);
      expect([400, 404]).toContain(reply.statusCode);
      if (path !== 'images/') expect(reply.statusCode).toBe(400);
      expect(server.upstream.calls).toEqual([]);
    },
  );

  it('404: of a tweet that is not there', async () => {
    play('tweet-syn-tombstone');
    const reply = await get('/tweet/20/profile-image');
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'tweet_not_found']);
  });
});

describe('GET /tweet/:id.amp', () => {
  it('200: a page that may be framed, and shows its text without scripts', async () => {
    play('tweet-syn-photo');
    const reply = await get(`/tweet/${photoId}.amp`);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(reply.body).toContain('View Flattening in React Native');
    expect(reply.body).toContain(`/tweet/${photoId}/images/0`);
    expect(reply.headers).not.toHaveProperty('x-frame-options');
    expect(reply.headers['content-security-policy']).toContain('frame-ancestors *');
    expect((await get(`/tweet/${photoId}.amp?lang=de`)).body).toContain('lang="de"');
  });

  it('400 and 404: as for the data', async () => {
    play('tweet-syn-tombstone');
    expect((await get('/tweet/abc.amp')).statusCode).toBe(400);
    expect((await get('/tweet/20.amp')).statusCode).toBe(404);
  });
});
