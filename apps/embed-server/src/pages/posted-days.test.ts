import { load } from 'cheerio';
import { playRecording } from '../testing/recorded-upstreams.js';
import { publishNote } from '../testing/fediverse.js';
import { post as postOnBluesky, node } from '../testing/bluesky-threads.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import type { UpstreamPlayer } from '../testing/upstream-player.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());
beforeEach(() => {
  server.upstream.reset();
  server.upstream.json('*', {}, 404);
});

type Play = (upstream: UpstreamPlayer) => readonly [path: string, address: string];

const playNote = (published: string): Play => {
  return (upstream) => {
    const id = publishNote(upstream, `/notes/${published}`, { content: '<p>words</p>', published });
    return [`/mastodon/${encodeURIComponent(id)}`, id];
  };
};

const playTweet: Play = (upstream) => {
  const path = playRecording(upstream, 'tweet-oembed').replace('.amp', '');
  return [path, `https://x.com/a/status/${path.split('/').at(-1)}`];
};

const playBluesky: Play = (upstream) => {
  const { record, ...view } = postOnBluesky('day');
  const thread = node({ ...view, record: { ...record, createdAt: '2024-05-01' } });
  upstream.json('/xrpc/app.bsky.feed.getPostThread', { thread });
  const { did } = view.author;
  return [`/bluesky/${did}/day`, `https://bsky.app/profile/${did}/post/day`];
};

const get = async (url: string) => {
  const reply = await server.app.inject(url);
  expect([url, reply.statusCode]).toEqual([url, 200]);
  return reply.body;
};

it('a poll that ends with a day says so, and no time', async () => {
  const own = { type: 'Question', oneOf: [{ name: 'warp' }], endTime: '2999-05-01' };
  const id = publishNote(server.upstream, '/polls/1', { content: 'x', ...own });
  const path = `/mastodon/${encodeURIComponent(id)}`;
  const time = '<time datetime="2999-05-01">May 1, 2999</time>';
  expect(await get(`${path}.amp`)).toContain(time);
  expect(await get(`${path}.html`)).toContain(time);
});

describe.each<[what: string, play: Play, day: string, shown: string, german: string]>([
  ['a note', playNote('2024-05-01'), '2024-05-01', 'May 1, 2024', '01.05.2024'],
  ['a note of a zone', playNote('2024-05-01+14:00'), '2024-05-01', 'May 1, 2024', '01.05.2024'],
  ['a tweet by oEmbed', playTweet, '2014-02-20', 'Feb 20, 2014', '20.02.2014'],
  ['a post on Bluesky', playBluesky, '2024-05-01', 'May 1, 2024', '01.05.2024'],
])('%s whose source names a day', (_what, play, day, shown, german) => {
  it('is shown as of that day, and of no time', async () => {
    const [path, address] = play(server.upstream);
    const $ = load(await get(`${path}.amp`));
    expect([$('time').attr('datetime'), $('time').text()]).toEqual([day, shown]);
    expect($('meta[property="article:published_time"]').attr('content')).toBe(day);
    expect(load(await get(`${path}.amp?lang=de`))('time').text()).toBe(german);
    expect(await get(`${path}.html`)).toContain(`<time datetime="${day}">${shown}</time>`);
    const url = encodeURIComponent(address);
    const { html } = JSON.parse(await get(`/oembed?html=script&url=${url}`)) as { html: string };
    expect(load(html)('blockquote').text()).toMatch(new RegExp(`${shown}$`));
  });
});

it('a note whose source names midnight is shown with its time', async () => {
  const [path] = playNote('2024-05-01T00:00:00Z')(server.upstream);
  const $ = load(await get(`${path}.amp`));
  expect($('time').attr('datetime')).toBe('2024-05-01T00:00:00.000Z');
  expect($('time').text()).toMatch(/^May 1, 2024, 12:00\sAM UTC$/);
});

it('a note whose source names a year alone is shown without a day that nobody named', async () => {
  const [path] = playNote('2024')(server.upstream);
  expect(load(await get(`${path}.amp`))('time')).toHaveLength(0);
});

it('the JSON of a day is what it was', async () => {
  const [note] = playNote('2024-05-01')(server.upstream);
  expect(JSON.parse(await get(note))).toMatchObject({ created_at: '2024-05-01' });
  const [tweet] = playTweet(server.upstream);
  const { data } = JSON.parse(await get(tweet)) as { data: object };
  expect(data).toMatchObject({ created_at: '2014-02-20T00:00:00.000Z' });
});
