import { gzipSync } from 'node:zlib';
import { faults, read, words } from './testing/reading.js';
import { film, options, photo, tweet } from './testing/samples.js';
import { renderTweetPage } from './tweet-page.js';

const ownPath = '/tweet/1629307668568633344';

describe('a tweet page', () => {
  it('shows author, full handle, text, time and counts', () => {
    const page = renderTweetPage(tweet(), options);
    const $ = read(page);
    expect(faults(page)).toEqual([]);
    expect(words($, '.author')).toBe('Ada Lovelace@ada_lovelace_1815');
    expect(words($, '.text')).toBe('Hello');
    expect($('time').attr('datetime')).toBe('2023-02-24T23:29:26.000Z');
    expect(words($, 'time')).toBe('Feb 24, 2023, 11:29 PM UTC');
    expect(words($, 'footer')).toContain('11 replies');
    expect(words($, 'footer')).toContain('1.2K likes');
    expect($('img.avatar').attr('src')).toBe(`${ownPath}/profile-image`);
    expect($('title').text()).toBe('Ada Lovelace (@ada_lovelace_1815): Hello');
  });

  it('has the head that a framed page needs', () => {
    const $ = read(renderTweetPage(tweet(), options));
    expect($('html').attr('lang')).toBe('en');
    expect($('meta[charset]').attr('charset')).toBe('utf-8');
    expect($('meta[name=referrer]').attr('content')).toBe('no-referrer');
    expect($('meta[name=robots]').attr('content')).toBe('noindex');
    expect($('meta[name=color-scheme]').attr('content')).toBe('light dark');
    const home = 'https://x.com/ada_lovelace_1815/status/1629307668568633344';
    expect($('link[rel=canonical]').attr('href')).toBe(home);
    expect($('link[type="application/json+oembed"]').attr('href')).toBe(
      `https://embed.example/oembed?url=${encodeURIComponent(home)}`,
    );
  });

  it('forbids everything but its own script, style and images', () => {
    const policy = renderTweetPage(tweet(), options).contentSecurityPolicy.split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("img-src 'self'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain('frame-ancestors *');
    expect(policy.join()).not.toMatch(/media-src|frame-src|unsafe/);
  });

  it('names the configured frame ancestors and drops what would end the directive', () => {
    const frameAncestors = ['https://cdn.ampproject.org', 'x; script-src *'];
    const page = renderTweetPage(tweet(), { ...options, frameAncestors });
    expect(page.contentSecurityPolicy).toContain('frame-ancestors https://cdn.ampproject.org;');
    expect(page.contentSecurityPolicy).not.toContain('script-src *');
  });

  it('links entities by code point and expands t.co', () => {
    const text = '📰 Hi @reactjs on #React & $TWTR: https://t.co/abc <b>done</b>';
    const at = (part: string) => {
      const start = Array.from(text.slice(0, text.indexOf(part))).length;
      return { start, end: start + Array.from(part).length };
    };
    const page = renderTweetPage(
      tweet({
        text,
        entities: [
          { kind: 'mention', name: 'reactjs', ...at('@reactjs') },
          { kind: 'hashtag', name: 'React', ...at('#React') },
          { kind: 'cashtag', name: 'TWTR', ...at('$TWTR') },
          {
            kind: 'url',
            url: 'https://t.co/abc',
            expandedUrl: 'https://react.dev/learn/tutorial',
            displayUrl: 'react.dev/learn/tut…',
            ...at('https://t.co/abc'),
          },
        ],
      }),
      options,
    );
    const $ = read(page);
    const links = $('.text a')
      .toArray()
      .map((link) => [$(link).text(), $(link).attr('href')]);
    expect(links).toEqual([
      ['@reactjs', 'https://x.com/reactjs'],
      ['#React', 'https://x.com/hashtag/React'],
      ['$TWTR', 'https://x.com/search?q=%24TWTR'],
      ['react.dev/learn/tut…', 'https://react.dev/learn/tutorial'],
    ]);
    expect($('.text').text()).toBe(
      '📰 Hi @reactjs on #React & $TWTR: react.dev/learn/tut… <b>done</b>',
    );
    expect(page.html).not.toContain('t.co/');
  });

  it('shows the real host when a link claims another one', () => {
    const link = { kind: 'url', url: 'https://t.co/a', start: 0, end: 14 } as const;
    const lie = { ...link, expandedUrl: 'https://evil.example/x', displayUrl: 'bank.example' };
    const $ = read(renderTweetPage(tweet({ text: 'https://t.co/a', entities: [lie] }), options));
    expect(words($, '.text')).toBe('evil.example/x');
  });

  it.each(['', '\u3164', '\u2800', 'a.example/\u3164', 't.co/\u115f'])(
    'shows the address where what a link claims, %j, is not all seen',
    (displayUrl) => {
      const link = { kind: 'url', url: 'https://t.co/a', start: 0, end: 14 } as const;
      const blank = { ...link, expandedUrl: '', displayUrl };
      const $ = read(
        renderTweetPage(tweet({ text: 'https://t.co/a', entities: [blank] }), options),
      );
      expect(words($, '.text')).toBe('t.co/a');
    },
  );

  it('leaves out leading mentions, media links and the link of the quoted tweet', () => {
    const text = '@bob look https://t.co/q https://t.co/m';
    const entities = [
      { kind: 'mention', name: 'bob', start: 0, end: 4 },
      {
        kind: 'url',
        url: 'https://t.co/q',
        expandedUrl: 'https://twitter.com/b/status/20',
        displayUrl: 'x',
        start: 10,
        end: 24,
      },
      {
        kind: 'media',
        url: 'https://t.co/m',
        expandedUrl: 'https://t.co/m',
        displayUrl: 'pic',
        start: 25,
        end: 39,
      },
    ] as const;
    const quoted = tweet({ id: '20', text: 'quoted words', media: [photo()] });
    const page = renderTweetPage(
      tweet({
        text,
        entities,
        displayRange: { start: 5, end: 39 },
        quoted,
        replyTo: { username: 'bob', tweetId: '19' },
      }),
      options,
    );
    const $ = read(page);
    expect($('.post > .text').first().text()).toBe('look');
    expect(words($, '.post > .soft')).toContain('Replying to @bob');
    expect(words($, '.post .post .text')).toBe('quoted words');
    expect($('.post .post .media img').attr('src')).toBe(`${ownPath}/quoted/images/0`);
  });

  it.each([1, 2, 3, 4])('lays out %i photos with sizes and alternative texts', (count) => {
    const media = Array.from({ length: count }, (_, n) =>
      photo({ alt: n === 0 ? 'A "loom" <b>' : null }),
    );
    const page = renderTweetPage(tweet({ media }), options);
    const images = read(page)('.media img').toArray();
    expect(images.map((image) => image.attribs['src'])).toEqual(
      media.map((_, n) => `${ownPath}/images/${n}`),
    );
    expect(images[0]?.attribs).toMatchObject({ alt: 'A "loom" <b>', width: '1200', height: '800' });
    if (count > 1) expect(images[1]?.attribs['alt']).toBe(`Image 2 of ${count}`);
    expect(faults(page)).toEqual([]);
  });

  it('offers a video behind its poster, at a sensible bitrate, and allows only its host', () => {
    const page = renderTweetPage(tweet({ media: [film] }), options);
    const play = read(page)('a.play');
    expect(play.attr('data-source')).toBe(
      'https://video.twimg.com/v/720.mp4 https://video.twimg.com/v/360.mp4',
    );
    expect(play.attr('aria-label')).toBe('Play video: A cat plays the organ');
    expect(read(page)('.length').text()).toBe('1:05');
    expect(page.contentSecurityPolicy).toContain('media-src https://video.twimg.com;');
    expect(faults(page)).toEqual([]);
  });

  it('leads to X for a video that may not be played here', () => {
    const page = renderTweetPage(tweet({ media: [{ ...film, available: false }] }), options);
    const play = read(page)('a.play');
    expect(play.attr('data-play')).toBeUndefined();
    expect(play.attr('href')).toContain('x.com/ada_lovelace_1815/status/');
    expect(page.contentSecurityPolicy).not.toContain('media-src');
  });

  it('keeps sensitive media closed until asked', () => {
    const $ = read(renderTweetPage(tweet({ sensitive: true, media: [photo()] }), options));
    expect($('details:not([open]) .media img')).toHaveLength(1);
    expect(words($, 'summary')).toBe('Sensitive media: show');
    expect($('details .text')).toHaveLength(0);
  });

  it('shows card, poll, marks and the way to the rest of a long post', () => {
    const page = renderTweetPage(
      tweet({
        card: {
          url: 'https://react.dev/learn',
          title: 'Tutorial <script>',
          description: 'The library',
          domain: 'bank.example',
          size: 'large',
          image: { url: 'https://pbs.twimg.com/card_img/1', width: 800, height: 419, alt: 'Logo' },
        },
        poll: {
          options: [
            { label: 'Yes', votes: 3 },
            { label: 'No', votes: 1 },
          ],
          total: 4,
          endsAt: new Date('2023-02-25T00:00:00Z'),
          final: true,
        },
        edited: true,
        isLongCut: true,
      }),
      options,
    );
    const $ = read(page);
    expect(words($, '.card')).toBe('react.devTutorial <script>The library');
    expect($('.card.large img').attr('src')).toBe(`${ownPath}/link-image`);
    expect(words($, '.poll')).toBe('Yes75%No25%4 votes · Final results');
    expect($('progress').first().attr('value')).toBe('0.75');
    expect(words($, 'footer')).toContain('Edited');
    expect($('a:contains("Show more")').attr('href')).toContain('/status/1629307668568633344');
    expect(faults(page)).toEqual([]);
  });

  it('marks verified accounts and speaks German', () => {
    const author = { ...tweet().author!, verified: 'blue' as const };
    const $ = read(renderTweetPage(tweet({ author }), { ...options, language: 'de' }));
    expect($('html').attr('lang')).toBe('de');
    expect($('svg[role=img]').attr('aria-label')).toBe('Verifiziertes Konto');
    expect(words($, 'footer')).toContain('11 Antworten');
    expect(words($, 'time')).toBe('24.02.2023, 23:29 UTC');
  });

  it('puts the images under the path of the public URL', () => {
    const publicUrl = 'https://example.org/embed/';
    const $ = read(renderTweetPage(tweet(), { ...options, publicUrl }));
    expect($('img.avatar').attr('src')).toBe(`/embed${ownPath}/profile-image`);
  });

  it('stays small', () => {
    const { html } = renderTweetPage(tweet({ media: [photo(), photo(), film] }), options);
    expect(Buffer.byteLength(html)).toBeLessThan(15_000);
    expect(gzipSync(html).length).toBeLessThan(6_000);
  });

  it('renders a tweet of which next to nothing is known', () => {
    const empty = { replies: null, likes: null, reposts: null, quotes: null };
    const bare = tweet({ text: '', author: null, createdAt: null, lang: null, counts: empty });
    const page = renderTweetPage(bare, options);
    expect(faults(page)).toEqual([]);
    expect(words(read(page), '.post')).toBe('View on XReplyRepostLike');
  });

  it.each([
    [
      'what X says, when the address is one of the shortener',
      'https://t.co/a',
      'a.example',
      'a.example',
    ],
    ['the shortener, when X says nothing', 'https://t.co/a', null, 't.co'],
    ['no host that is none', 'https://t.co/a', 'x y/<b>', 't.co'],
    [
      'the host it leads to, whatever the card claims',
      'https://b.example/',
      'bank.example',
      'b.example',
    ],
  ])('shows as host of a card %s', (_what, url, domain, shown) => {
    const card = {
      url,
      title: 'T',
      description: null,
      domain,
      size: 'small',
      image: null,
    } as const;
    expect(words(read(renderTweetPage(tweet({ card }), options)), '.card .soft')).toBe(shown);
  });

  it('names its icon below the path of the public address', () => {
    const page = renderTweetPage(tweet(), { ...options, publicUrl: 'https://embed.example/e/' });
    expect(read(page)('link[rel=icon]').attr('href')).toBe('/e/favicon.ico');
  });
});
