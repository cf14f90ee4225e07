import { recording } from '../testing/recordings.js';
import { toTweet } from './tweets.js';
import { toTweetJson } from './tweet-json-mapping.js';
import type { RawTweet } from './tweet-source.port.js';
import type { Tweet, TweetSource } from './tweet.js';

const fixture = (name: string) => recording<Record<string, unknown>>(name);

function listed(name: string): RawTweet {
  const { data, includes } = fixture(name) as { data: unknown[]; includes?: unknown };
  return { source: 'api', body: { data: data[0], includes }, isCut: false };
}

const read = (source: TweetSource, body: unknown) => toTweet({ source, body });

/** What an entity covers, cut as the pages cut it. */
function covered(tweet: Tweet): string[] {
  const points = Array.from(tweet.text);
  return tweet.entities.map(({ start, end }) => points.slice(start, end).join(''));
}

const shown = ({ text, displayRange: { start, end } }: Tweet) =>
  Array.from(text).slice(start, end).join('');

describe('a tweet of the syndication endpoint', () => {
  it('has its entities where they stand, behind emoji', () => {
    const tweet = read('syndication', fixture('tweet-syn-card-summary-large-image'));
    expect(covered(tweet)).toEqual(['@reactjs', '@sophiebits', 'https://t.co/fI2B6TT8rL']);
    expect(tweet.card).toMatchObject({
      title: 'Tutorial: Tic-Tac-Toe – React',
      domain: 'react.dev',
      size: 'large',
    });
  });

  it('has its entities where they stand, behind escaped characters', () => {
    const text = '👋 &lt;b&gt; &amp;amp; #tag &amp; @you';
    const entities = {
      hashtags: [{ indices: [22, 26], text: 'tag' }],
      user_mentions: [{ indices: [33, 37], screen_name: 'you' }],
    };
    const tweet = read('syndication', { id_str: '1', text, entities });
    expect(tweet.text).toBe('👋 <b> &amp; #tag & @you');
    expect(covered(tweet)).toEqual(['#tag', '@you']);
    const { data } = toTweetJson({
      source: 'syndication',
      body: { id_str: '1', text, entities },
    });
    expect(data['text']).toBe(text);
    expect(data['entities']).toEqual({
      hashtags: [{ start: 22, end: 26, tag: 'tag' }],
      mentions: [{ start: 33, end: 37, username: 'you' }],
    });
  });

  it('ends before the link to its media', () => {
    const tweet = read('syndication', fixture('tweet-syn-photo'));
    expect(shown(tweet)).toMatch(/think!$/);
    expect(tweet.media).toMatchObject([
      { kind: 'photo', width: 1995, height: 896, available: true },
    ]);
    expect(tweet.author).toMatchObject({ username: 'SamuelSusla', verified: null });
  });

  it('brings the tweet it quotes', () => {
    const tweet = read('syndication', fixture('tweet-syn-quote-tweet'));
    expect(tweet.quoted?.media[0]?.kind).toBe('photo');
    expect(tweet.quoted?.author?.username).toEqual(expect.any(String));
  });

  it('may have objects for lists, overlaps, and nonsense for numbers', () => {
    const tweet = read('syndication', {
      id_str: '1',
      text: 'abc def',
      display_text_range: [99, -5],
      favorite_count: 'many',
      mediaDetails: {},
      entities: {
        hashtags: {},
        urls: [{ url: 'javascript:alert(1)', indices: [0, 3] }, null, 'x'],
        symbols: [
          { text: 'A', indices: [0, 3] },
          { text: 'B', indices: [2, 5] },
          { text: 'C', indices: [6, 2] },
        ],
      },
    });
    expect(covered(tweet)).toEqual(['abc']);
    expect(tweet).toMatchObject({
      media: [],
      counts: { likes: null },
      author: null,
      createdAt: null,
    });
    expect(() => read('syndication', null)).not.toThrow();
  });

  it('may hold a poll instead of a card', () => {
    const value = (string_value: string) => ({ string_value });
    const binding_values = {
      choice1_label: value('yes'),
      choice1_count: value('3'),
      choice2_label: value('no'),
      choice2_count: value('1'),
      end_datetime_utc: value('2023-01-01T00:00:00Z'),
      counts_are_final: { boolean_value: true },
      title: value('never shown'),
    };
    const card = { name: 'poll2choice_text_only', url: 'card://1', binding_values };
    const tweet = read('syndication', { id_str: '1', text: 'which?', card });
    expect(tweet.card).toBeNull();
    expect(tweet.poll).toEqual({
      options: [
        { label: 'yes', votes: 3 },
        { label: 'no', votes: 1 },
      ],
      total: 4,
      endsAt: new Date('2023-01-01T00:00:00Z'),
      final: true,
    });
  });

  it.each([
    ['summary', { title: 'T', thumbnail_image_large: 'i' }, 'small'],
    ['player', { title: 'T', description: 'D', player_image_large: 'i' }, 'large'],
    ['app', { app_name: 'T', thumbnail_large: 'i' }, 'small'],
    ['promo_website', { title: 'T', promo_image_large: 'i' }, 'large'],
    ['745291183405076480:live_event', { event_title: 'T', event_thumbnail_large: 'i' }, 'large'],
    [
      '745291183405076480:broadcast',
      { broadcast_title: 'T', broadcast_thumbnail_large: 'i' },
      'large',
    ],
  ])('may hold a card of the kind %s', (name, parts, size) => {
    const image_value = { url: 'https://pbs.twimg.com/card_img/1', width: 800, height: 419 };
    const values = Object.entries(parts).map(([key, value]) => [
      key,
      value === 'i' ? { image_value } : { string_value: value },
    ]);
    const card = { name, url: 'https://t.co/a', binding_values: Object.fromEntries(values) };
    expect(read('syndication', { id_str: '1', text: '', card }).card).toMatchObject({
      title: 'T',
      url: 'https://t.co/a',
      size,
      image: { url: image_value.url },
    });
  });

  it('leaves out of its JSON the counts that nobody told', () => {
    const raw = { source: 'syndication', body: fixture('tweet-syn-photo') } as const;
    expect(toTweetJson(raw).data['public_metrics']).toEqual({ reply_count: 1, like_count: 226 });
  });

  it('may hold a film: mp4 only, the best first', () => {
    const media = {
      type: 'video',
      media_url_https: 'https://pbs.twimg.com/ext_tw_video_thumb/1/img/x.jpg',
      video_info: {
        duration_millis: 1500,
        variants: [
          { content_type: 'application/x-mpegURL', url: 'https://video.twimg.com/a.m3u8' },
          { content_type: 'video/mp4', bitrate: 10, url: 'https://video.twimg.com/s.mp4' },
          { content_type: 'video/mp4', bitrate: 99, url: 'https://video.twimg.com/l.mp4' },
        ],
      },
    };
    const [film] = read('syndication', { id_str: '1', text: '', mediaDetails: [media] }).media;
    expect(film).toMatchObject({ kind: 'video', durationMs: 1500 });
    expect(film?.variants.map(({ url }) => url)).toEqual([
      'https://video.twimg.com/l.mp4',
      'https://video.twimg.com/s.mp4',
    ]);
  });
});

describe('a tweet of API v2', () => {
  it('ends before the link to the tweet it quotes', () => {
    const tweet = toTweet(listed('tweet-v2-quote-tweet'));
    expect(shown(tweet)).toMatch(/Twitter API v2!$/);
    expect(tweet.quoted && covered({ ...tweet.quoted, quoted: null, repost: null })).toEqual([
      '#TwitterAPI',
      'https://t.co/r6z6CI7kEy',
    ]);
    expect(tweet.quoted?.card).toMatchObject({ size: 'large' });
    expect(tweet.counts).toEqual({ replies: 4, likes: 29, reposts: 7, quotes: 1 });
  });

  it('has media in the order of its keys, and its links in place behind emoji', () => {
    const tweet = toTweet(listed('tweet-v2-tweet-with-photos'));
    expect(tweet.media).toHaveLength(3);
    expect(covered(tweet)).toEqual([
      '#TwitterAPI',
      'https://t.co/32VrwpGaJw',
      'https://t.co/KaFSbjWUA8',
    ]);
    expect(shown(tweet)).toMatch(/32VrwpGaJw$/);
  });

  it('is what was retweeted, when it is a retweet', () => {
    const raw = listed('tweet-v2-retweet');
    const { data } = raw.body as { data: { text: string; referenced_tweets: { id: string }[] } };
    const tweet = toTweet(raw);
    expect(data.text).toMatch(/^RT @/);
    expect(tweet.text).not.toMatch(/^RT @/);
    expect(tweet.id).toBe(data.referenced_tweets[0]?.id);
    expect(tweet.repost).toMatchObject({
      id: '1229851574555508737',
      author: { name: 'Twitter Dev' },
    });
  });

  it('may be an id and a text', () => {
    const tweet = toTweet(listed('tweet-v2-tiny-tweet'));
    expect(tweet).toMatchObject({ id: '1307025659294674945', author: null, media: [], card: null });
    expect(covered(tweet)).toEqual(['https://t.co/oeF3ZHeKQQ']);
    expect(toTweetJson(listed('tweet-v2-tiny-tweet'))).toMatchObject({
      includes: {},
      linkMetas: [],
    });
  });

  it('is shown whole when it is long', () => {
    const note_tweet = {
      text: 'all &amp; everything #x',
      entities: { hashtags: [{ start: 21, end: 23, tag: 'x' }] },
    };
    const tweet = read('api', { data: { id: '1', text: 'all', note_tweet } });
    expect(tweet.text).toBe('all & everything #x');
    expect(covered(tweet)).toEqual(['#x']);
  });
});

describe('a tweet of oEmbed', () => {
  it('is read out of its markup, which never gets through', () => {
    const html =
      '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">a &lt;b&gt; &amp; c<br>' +
      '<a href="https://t.co/x">pic.twitter.com/x</a></p>&mdash; N (@n) ' +
      '<a href="https://twitter.com/n/status/1?ref_src=x">February 20, 2014</a></blockquote>';
    const tweet = read('oembed', {
      id: '1',
      html,
      author_name: 'N',
      author_url: 'https://twitter.com/n',
    });
    expect(tweet.text).toBe('a <b> & c\npic.twitter.com/x');
    expect(tweet.entities).toMatchObject([{ kind: 'media' }]);
    expect(tweet.createdAt).toEqual({ at: new Date('2014-02-20T00:00:00Z'), isDay: true });
    expect(tweet.lang).toBe('en');
  });

  it('is read as far as its tags lie no deeper than those of any post', () => {
    const beyond = `${'<b>x'.repeat(2000)}</p>behind`;
    const { text } = read('oembed', { id: '1', html: `<blockquote><p>in front ${beyond}` });
    expect(text.startsWith('in front x')).toBe(true);
    expect(text.length).toBeLessThan(500);
  });
});
