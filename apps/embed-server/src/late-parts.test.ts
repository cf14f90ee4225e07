import { jest } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { publish, sampleAt, type Sample } from './testing/fediverse.js';
import { createTestApp, type TestApp } from './testing/test-app.js';
import { startUpstream, type Handler, type UpstreamPlayer } from './testing/upstream-player.js';

// What is shown beside the words of a post is held back by its host: the author, what is quoted, its stamp, the origin of what
// another instance shows, the rest of a long text.

jest.setTimeout(20_000);

let server: TestApp;
let other: UpstreamPlayer;
const held: ServerResponse[] = [];
const hold: Handler = (_request, response) => void held.push(response);
/** Those who were held back lose their call. */
const letGo = () => held.splice(0).forEach((response) => response.destroy());

beforeEach(async () => {
  const upstream = await startUpstream();
  other = await startUpstream();
  const allowed = `${upstream.authority},${other.authority}`;
  // A reply waits for an eighth of it.
  const slow = { REQUEST_DEADLINE_MS: '8000', UPSTREAM_DEADLINE_MS: '8000' };
  server = await createTestApp({ ...slow, OUTBOUND_ALLOW_HOSTS: allowed }, upstream);
});
afterEach(async () => {
  letGo();
  await server.close();
  await other.close();
});

const sample = (name: string, at: UpstreamPlayer = server.upstream) => sampleAt(at.origin, name);
const path = (url: unknown, rest = '') => `/mastodon/${encodeURIComponent(String(url))}${rest}`;
const get = (address: string) => server.app.inject(address);

/** A post that quotes one of the other host with its leave. */
function playQuote() {
  const [quoted, note] = [sample('ap-question', other), sample('ap-note')];
  const stamp = {
    ...{ id: `${other.origin}/stamps/1`, type: 'QuoteAuthorization' },
    ...{ attributedTo: `${other.origin}/users/ada`, interactingObject: note['id'] },
    interactionTarget: quoted['id'],
  };
  const quotee = { ...sample('ap-actor', other), name: 'Omar' };
  for (const object of [quoted, stamp, quotee]) publish(other, object);
  // Without a warning, which would cover what is quoted.
  const open = { summary: null, sensitive: false };
  const quote = { quote: quoted['id'], quoteAuthorization: stamp.id };
  const asked: Sample = { ...note, ...open, ...quote };
  for (const object of [asked, sample('ap-actor')]) publish(server.upstream, object);
  return { asked, quoted, stamp };
}

const pathnameOf = (object: Sample) => new URL(String(object['id'])).pathname;
const isWhole = (body: string) => body.includes('Tea or coffee?') && body.includes('Ada');

const parts: Record<string, (played: ReturnType<typeof playQuote>) => [UpstreamPlayer, string]> = {
  'the author': () => [server.upstream, '/users/ada'],
  'the quoted post': ({ quoted }) => [other, pathnameOf(quoted)],
  'its stamp': ({ stamp }) => [other, pathnameOf(stamp)],
  'the author of the quoted post': () => [other, '/users/ada'],
};

describe.each(Object.keys(parts))('a post whose part hangs: %s', (name) => {
  it('is shown without it for ten seconds, everywhere, and is whole then', async () => {
    const played = playQuote();
    const [host, pathname] = parts[name]!(played);
    host.on(pathname, hold);
    const id = played.asked['id'];
    const oembed = `/oembed?url=${encodeURIComponent(String(id))}`;
    const replies = await Promise.all(
      [path(id), path(id, '.amp'), path(id, '.html'), oembed].map(get),
    );
    // Nobody waited until the host was given up.
    expect(held.every((response) => !response.closed)).toBe(true);
    for (const { statusCode, headers, body } of replies) {
      expect([statusCode, isWhole(body)]).toEqual([200, false]);
      expect(headers['cache-control']).toMatch(/^public, max-age=10, stale-while-revalidate=0, /);
    }
    expect(replies[1]?.body).toContain('مرحبا');
    expect(replies[3]?.json().cache_age).toBe(10);
    const { height } = replies[3]!.json();

    // In these ten seconds nobody is asked, and bytes that are kept are kept no longer.
    const asked = server.upstream.calls.length;
    for (const ending of ['', '.amp', '.amp', '.amp'])
      expect(isWhole((await get(path(id, ending))).body)).toBe(false);
    expect(server.upstream.calls).toHaveLength(asked);

    playQuote();
    letGo();
    await server.settled();
    server.wait(11);
    const page = await get(path(id, '.amp'));
    expect(isWhole(page.body)).toBe(true);
    expect(page.headers['cache-control']).toContain('max-age=300, stale-while-revalidate=300');
    const whole = (await get(oembed)).json();
    expect(whole.cache_age).toBe(300);
    if (name !== 'the author') expect(whole.height).toBeGreaterThan(height);
  });
});

it('what failed before is shown as it was, while it hangs', async () => {
  const { asked, quoted } = playQuote();
  expect(isWhole((await get(path(asked['id'], '.amp'))).body)).toBe(true);
  other.on(pathnameOf(quoted), hold);
  server.upstream.on('/users/ada', hold);
  server.wait(3600);
  expect(isWhole((await get(path(asked['id'], '.amp'))).body)).toBe(true);
});

it('what stays away is asked for less and less, up to once a minute', async () => {
  const { asked, quoted } = playQuote();
  other.json(pathnameOf(quoted), {}, 500);
  const ages: (string | undefined)[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { headers } = await get(path(asked['id']));
    const age = /max-age=(\d+)/.exec(String(headers['cache-control']))?.[1];
    ages.push(age);
    server.wait(Number(age) + 1);
  }
  expect(ages).toEqual(['10', '20', '40', '60', '60']);
});

it('an author who is gone, or of whom the host will not speak, is no failure', async () => {
  const { asked } = playQuote();
  server.upstream.json('/users/ada', {}, 410);
  expect((await get(path(asked['id']))).statusCode).toBe(404);
  server.upstream.json('/users/ada', {}, 403);
  server.wait(61);
  expect((await get(path(asked['id']))).statusCode).toBe(503);
});

it('the words of an origin that is late are there ten seconds later', async () => {
  const remote = {
    ...{ id: '5', uri: `${other.origin}/users/ada/statuses/5`, content: '<p>as attested</p>' },
    account: { id: '1', acct: `ada@${other.authority}`, username: 'ada', display_name: 'Ada' },
  };
  const own = {
    ...remote,
    content: '<p>as written</p>',
    account: { ...remote.account, acct: 'ada' },
  };
  server.upstream.json('/api/v1/statuses/5', remote);
  other.on('*', hold);
  const page = path(`${server.upstream.origin}/@a/5`, '.amp');
  const first = await get(page);
  expect(first.body).toContain('as attested');
  expect(first.headers['cache-control']).toContain('max-age=10, stale-while-revalidate=0');
  other.json('/api/v1/statuses/5', own);
  letGo();
  await server.settled();
  server.wait(11);
  expect((await get(page)).body).toContain('as written');
});

describe('a tweet of which the public source has the beginning', () => {
  const begun = {
    ...{
      __typename: 'Tweet',
      id_str: '2',
      text: 'The beginning',
      lang: 'en',
      note_tweet: { id: 'x' },
    },
    ...{
      created_at: '2026-01-02T00:00:00.000Z',
      user: { id_str: '13', name: 'Ada', screen_name: 'Ada' },
    },
  };
  const whole = {
    data: { id: '2', text: 'The beginning and the end', author_id: '13' },
    includes: {},
  };

  it('is shown so for ten seconds where the other one hangs', async () => {
    await server.stop();
    const token = { TWITTER_BEARER_TOKEN: 'a'.repeat(20), REQUEST_DEADLINE_MS: '8000' };
    server = await createTestApp({ ...token, UPSTREAM_DEADLINE_MS: '8000' }, server.upstream);
    server.upstream.json('/tweet-result', begun);
    server.upstream.on('/2/tweets/2', hold);
    const first = await get('/tweet/2.amp');
    expect(first.body).toContain('The beginning');
    expect(first.headers['cache-control']).toContain('max-age=10, stale-while-revalidate=0');
    server.upstream.json('/2/tweets/2', whole);
    letGo();
    await server.settled();
    server.wait(11);
    expect((await get('/tweet/2.amp')).body).toContain('and the end');
  });

  it('that is known whole is not replaced by what a lesser source has of it', async () => {
    server.upstream.json('/tweet-result', { ...begun, note_tweet: null });
    const html = '<blockquote><p>Words alone</p></blockquote>';
    server.upstream.json('/oembed', { html, author_name: 'Ada', author_url: 'https://x.com/Ada' });
    expect((await get('/tweet/2.amp')).body).toContain('The beginning');
    server.upstream.json('/tweet-result', {}, 500);
    server.wait(3600);
    const { body, headers } = await get('/tweet/2.amp');
    expect(body).toContain('The beginning');
    expect(headers['cache-control']).toContain('max-age=30');
    server.wait(100_000);
    const later = await get('/tweet/2.amp');
    expect(later.body).toContain('Words alone');
    expect(later.headers['cache-control']).toContain('max-age=10');
  });
});
