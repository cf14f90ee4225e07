import { createTestApp, type TestApp } from '../testing/test-app.js';
import { pictures } from '../testing/pictures.js';
import { sendFile, startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

let upstream: UpstreamPlayer;
let server: TestApp;

beforeEach(async () => {
  upstream = await startUpstream();
  server = await createTestApp({}, upstream);
  play();
});
afterEach(async () => {
  await server.close();
  await upstream.close();
});

function play(changed: object = {}) {
  upstream.json('/tweet-result', {
    ...(upstream.fixture('tweet-syn-photo') as object),
    ...changed,
  });
}

const tweet = '/tweet/1629307668568633344';
const tweetUrls = [tweet, `/embetty${tweet}`, `${tweet}.amp`, `${tweet}.amp?lang=de&theme=dark`];

async function ask(url: string, { app } = server, headers: Record<string, string> = {}) {
  const reply = await app.inject({ url, headers });
  const { etag, 'content-security-policy': policy, 'content-type': type } = reply.headers;
  const body = reply.rawPayload.toString('latin1');
  return { url, statusCode: reply.statusCode, etag, policy, type, body };
}

function everyVariant(): string[] {
  const status = `/mastodon/${encodeURIComponent(`${upstream.origin}/@a/1`)}`;
  const video = '/video/youtube/m6UOo2YGbIE.amp';
  const oembed = `/oembed?url=${encodeURIComponent('https://x.com/a/status/1629307668568633344')}`;
  return [
    ...tweetUrls,
    ...['?lang=de', '?lang=xx', '?theme=dark', '?theme=light'].map(
      (option) => `${tweet}.amp${option}`,
    ),
    ...['profile-image', 'images/0', 'images/0?size=small'].map((image) => `${tweet}/${image}`),
    ...['', '.amp', '.amp?lang=ja', '/profile-image'].map((view) => status + view),
    ...[`${status.replace('%40a', '%40b')}.amp`, `${status.replace('%40a', '%40b')}`],
    ...['', '?start=1', '?t=2', '?start=1&t=2', '?h=1', '?t=%22%2C%222'].map((at) => video + at),
    ...['', '&format=xml', '&maxwidth=200', '&lang=de'].map((option) => oembed + option),
  ];
}

/** A picture whose bytes name its URL. */
function playPictures() {
  upstream.on('*', (request, response, url) => {
    const body = Buffer.concat([pictures.png, Buffer.from(request.url ?? '')]);
    sendFile(body, 'image/png')(request, response, url);
  });
}

describe('a prepared reply', () => {
  it('is the one of its request, whatever was requested before', async () => {
    upstream.json('/api/v1/statuses/1', upstream.fixture('masto-emoji'));
    upstream.json('/oembed', upstream.fixture('video-youtube-oembed'));
    playPictures();
    const uncached = await createTestApp({ CACHE_MAX_BYTES: '1024' }, upstream);
    const urls = everyVariant();
    for (const order of [urls, [...urls].reverse()]) {
      for (const url of order) {
        const cached = await ask(url);
        expect([url, cached.statusCode]).toEqual([url, 200]);
        expect(cached).toEqual(await ask(url, uncached));
      }
    }
    await uncached.close();
  });

  it('is replaced by one made of a newer copy', async () => {
    playPictures();
    const before = await Promise.all(tweetUrls.map((url) => ask(url)));
    const avatar = await ask(`${tweet}/profile-image`);
    const user = { ...(upstream.fixture('tweet-syn-photo') as { user: object }).user };
    const moved = `${upstream.origin}/media/pbs.twimg.com/moved_normal.png`;
    play({ text: 'Edited', entities: {}, user: { ...user, profile_image_url_https: moved } });
    server.wait(601);
    for (const { url, etag } of before) {
      const after = await ask(url, server, { 'if-none-match': String(etag) });
      expect([url, after.statusCode]).toEqual([url, 200]);
      expect(after.body).toContain('Edited');
    }
    expect((await ask(`${tweet}/profile-image`)).body).not.toBe(avatar.body);
  });

  it('is not served once the upstream says that the item is gone, nor when it comes back', async () => {
    for (const url of tweetUrls) await ask(url);
    upstream.json('/tweet-result', upstream.fixture('tweet-syn-tombstone'));
    server.wait(601);
    for (const url of tweetUrls) expect((await ask(url)).statusCode).toBe(404);
    play({ text: 'Back again', entities: {} });
    server.wait(61);
    for (const url of tweetUrls) expect((await ask(url)).body).toContain('Back again');
  });

  it('keeps its bytes and its tag while an old copy is served for a failing upstream', async () => {
    const before = await Promise.all(tweetUrls.map((url) => ask(url)));
    upstream.json('*', 'down', 500);
    upstream.json('/tweet-result', 'down', 500);
    server.wait(700);
    for (const { url, etag, body } of before) {
      expect(await ask(url)).toMatchObject({ statusCode: 200, etag, body });
      const same = await ask(url, server, { 'if-none-match': `W/${etag}` });
      expect([same.statusCode, same.etag, same.body]).toEqual([304, etag, '']);
    }
  });

  it('has the same headers for HEAD as for GET', async () => {
    for (const url of tweetUrls) {
      const { headers } = await server.app.inject(url);
      const head = await server.app.inject({ method: 'HEAD', url });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'vary']) {
        expect([name, head.headers[name]]).toEqual([name, headers[name]]);
      }
    }
  });

  it('stays right when there is memory for but a few', async () => {
    upstream.on('/tweet-result', (_request, response, { searchParams }) => {
      const photo = upstream.fixture('tweet-syn-photo') as object;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...photo, id_str: searchParams.get('id') }));
    });
    const small = await createTestApp({ CACHE_MAX_BYTES: '80000' }, upstream);
    const ids = ['1', '2', '3', '4', '5', '6'];
    const alone = new Map<string, string>();
    for (const round of [1, 2]) {
      for (const id of ids) {
        const { body } = await ask(`/tweet/${id}.amp`, small);
        expect(body).toContain(`/tweet/${id}/images/0`);
        if (round === 1) alone.set(id, body);
        else expect(body).toBe(alone.get(id));
      }
    }
    await small.close();
  });
});
