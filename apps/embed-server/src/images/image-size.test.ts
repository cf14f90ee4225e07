import { createTestApp, type TestApp } from '../testing/test-app.js';
import { pictures } from '../testing/pictures.js';
import { sendFile } from '../testing/upstream-player.js';

let server: TestApp;

beforeEach(async () => {
  server = await createTestApp();
  server.upstream.on('*', sendFile(pictures.jpeg, 'image/jpeg'));
});
afterEach(() => server.close());

const get = (url: string) => server.app.inject({ url });
const status = `/mastodon/${encodeURIComponent('https://mastodon.example/@a/1')}`;

/** What the picture's host was asked for. */
async function asked(url: string): Promise<string | undefined> {
  expect((await get(url)).statusCode).toBe(200);
  return server.upstream.calls.at(-1);
}

describe('?size=', () => {
  it.each([
    ['small', 'mqdefault'],
    ['medium', 'hqdefault'],
    ['large', 'maxresdefault'],
  ])('%s poster of YouTube: %s', async (size, name) => {
    const url = `/video/youtube/m6UOo2YGbIE-poster-image?size=${size}`;
    expect(await asked(url)).toBe(`/vi/m6UOo2YGbIE/${name}.jpg`);
  });

  it.each([
    ['small', 320],
    ['medium', 640],
    ['large', 1280],
  ])('%s poster of Vimeo: %i wide', async (size, width) => {
    const { body } = server.upstream.fixture('video-vimeo-api-v2') as { body: unknown };
    server.upstream.json('/api/v2/video/9.json', body);
    const url = `/video/vimeo/9-poster-image?size=${size}`;
    expect(await asked(url)).toMatch(new RegExp(`_${width}\\.jpg$`));
  });

  it.each([
    ['images/0?size=small', '?format=jpg&name=small'],
    ['images/0?size=medium', '?format=jpg&name=medium'],
    ['images/0?size=large', '?format=jpg&name=large'],
    ['profile-image?size=small', '_bigger.jpg'],
    ['profile-image?size=medium', '_200x200.jpg'],
    ['profile-image?size=large', '_400x400.jpg'],
  ])('of a tweet: %s', async (path, end) => {
    server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-photo'));
    expect((await asked(`/tweet/20/${path}`))?.endsWith(end)).toBe(true);
  });

  it('of a link card, and another size when the host lacks the asked-for one', async () => {
    server.upstream.json(
      '/tweet-result',
      server.upstream.fixture('tweet-syn-card-summary-large-image'),
    );
    const card = '/media/pbs.twimg.com/card_img/1639232954701594625/7ayIAMcm';
    server.upstream.on(card, (request, response, url) => {
      if (url.searchParams.get('name') === 'small') response.writeHead(404).end();
      else sendFile(pictures.png, 'image/png')(request, response, url);
    });
    expect(await asked('/tweet/20/link-image?size=small')).toContain(`${card}?format=png&name=`);
    expect(server.upstream.calls.at(-2)).toBe(`${card}?format=png&name=small`);
  });

  it.each([
    ['', 'original'],
    ['?size=large', 'original'],
    ['?size=medium', 'small'],
    ['?size=small', 'small'],
  ])('of a status: images/0%s is the %s file', async (query, folder) => {
    const { origin } = server.upstream;
    const [url, preview] = [`${origin}/media/original/1.png`, `${origin}/media/small/1.png`];
    const media = [{ type: 'image', url, preview_url: preview }];
    const fixture = server.upstream.fixture('masto-cw-text') as object;
    server.upstream.json('/api/v1/statuses/1', { ...fixture, media_attachments: media });
    const home = `/mastodon/${encodeURIComponent(`${origin}/@a/1`)}`;
    expect(await asked(`${home}/images/0${query}`)).toContain(`/${folder}/`);
  });

  it.each([
    '/video/youtube/m6UOo2YGbIE-poster-image',
    '/video/vimeo/9-poster-image',
    '/tweet/20/images/0',
    '/tweet/20/profile-image',
    '/tweet/20/quoted/link-image',
    `${status}/images/0`,
    `${status}/profile-image`,
  ])('400: any other size of %s, without asking anybody', async (path) => {
    for (const size of ['huge', '', '100x100', 'Small', 'small&size=large']) {
      expect([size, (await get(`${path}?size=${size}`)).statusCode]).toEqual([size, 400]);
    }
    expect(server.upstream.calls).toEqual([]);
  });
});
