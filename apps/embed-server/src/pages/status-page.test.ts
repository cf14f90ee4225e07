import { gzipSync } from 'node:zlib';
import { renderStatusPage } from './status-page.js';
import { faults, read, words } from './testing/reading.js';
import { quotedStatus, status, statusMedia, statusOptions, statusUrl } from './testing/samples.js';

const ownPath = `/mastodon/${encodeURIComponent(statusUrl)}`;
const render = (parts: Parameters<typeof status>[0]) =>
  renderStatusPage(status(parts), statusOptions);
const text = (contentHtml: string) => read(render({ contentHtml }))('.text');

describe('a status page', () => {
  it('shows name with emoji, full handle, content and counts', () => {
    const page = render({});
    const $ = read(page);
    expect(faults(page)).toEqual([]);
    expect($('.name img.emoji').attr()).toMatchObject({
      src: `${ownPath}/emojis/cog`,
      alt: ':cog:',
    });
    expect(words($, '.author .soft')).toBe('@ada@social.example');
    expect(words($, '.text')).toBe('Hello, fediverse');
    expect(words($, 'footer')).toMatch(/2 replies.*1 boost/);
    expect($('title').text()).toBe('Ada :cog: (@ada@social.example): Hello, fediverse');
    expect($('link[rel=canonical]').attr('href')).toBe(statusUrl);
  });

  it('keeps structure, drops what is not on the list', () => {
    const html =
      '<p>one<br>two</p><ul><li>a</li></ul><h1>Big</h1><script>alert(1)</script><img src=x onerror=alert(1)>' +
      '<p onclick="x()" style="color:red" class="evil">three <iframe src="https://evil.example"></iframe></p>';
    const page = render({ contentHtml: html });
    const $ = read(page);
    expect(faults(page)).toEqual([]);
    expect($('.text br, .text li')).toHaveLength(2);
    expect(words($, '.text')).toBe('onetwoaBigthree evil.example');
    expect($('.text').find('img, script, iframe, [class], [style]')).toHaveLength(0);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'java\nscript:x',
    'mailto:a@b.c',
    '',
  ])('makes plain text of a link to %j', (href) => {
    const $text = text(`<p>see <a href="${href}">this</a></p>`);
    expect($text.text()).toBe('see this');
    expect($text.find('a')).toHaveLength(0);
  });

  it.each([
    [
      '<a href="https://example.org/long/path"><span class="invisible">https://</span><span class="ellipsis">example.org/lon</span></a>',
      'example.org/long/path',
    ],
    [
      '<a href="https://evil.example/"><span class="invisible">https://evil.example/?</span>bank.example</a>',
      'evil.example',
    ],
    ['<a href="https://evil.example/">bank.example/login</a>', 'evil.example'],
    ['<a href="https://bank.example@evil.example/">bank.example</a>', 'evil.example'],
    ['<a href="https://evil.example/">bridged</a>', 'bridged (evil.example)'],
    ['<a href="https://social.example/@ada" class="u-url mention">@<span>ada</span></a>', '@ada'],
    ['<a href="https://social.example/@ada">@ada@social.example</a>', '@ada@social.example'],
    [
      '<a href="https://evil.example/@ada">@ada@social.example</a>',
      '@ada@social.example (evil.example)',
    ],
    [
      '<a href="https://evil.example/">@ada@social.example @evil.example</a>',
      '@ada@social.example @evil.example (evil.example)',
    ],
    [
      '<a href="https://evil.example/">＠ada＠social.example@evil.example</a>',
      '＠ada＠social.example@evil.example (evil.example)',
    ],
    [
      '<a href="https://brid.example/x">@ada.social.example@brid.example</a>',
      '@ada.social.example@brid.example',
    ],
    ['<a href="https://social.example/tags/x" rel="tag">#<span>x</span></a>', '#x'],
    [
      '<a href="https://evil.example/%E2%80%AEgpj.exe">x.example</a>',
      'evil.example/%E2%80%AEgpj.exe',
    ],
  ])('tells the host of %s', (html, shown) => {
    const $ = read(render({ contentHtml: html }));
    const link = $('.text a');
    expect(link.text()).toBe(shown);
    expect(link.attr('rel')).toBe('nofollow noopener noreferrer');
    expect(link.attr('target') ?? $('base').attr('target')).toBe('_blank');
  });

  it('replaces only the emoji that the post defines', () => {
    const emojis = [{ shortcode: 'blob_cat', url: 'https://files.social.example/b.png' }];
    const $ = read(
      render({ contentHtml: '<p>a :blob_cat: b:blob_cat::nope: 12:30:45 :cog:</p>', emojis }),
    );
    expect(
      $('.text img')
        .toArray()
        .map((image) => image.attribs['alt']),
    ).toEqual([':blob_cat:', ':blob_cat:', ':cog:']);
    expect($('.text').text()).toBe('a  b:nope: 12:30:45 ');
  });

  it('hides everything behind a content warning, but not who wrote it', () => {
    const page = render({
      spoiler: 'food :cog:',
      contentHtml: '<p>cake</p>',
      sensitive: true,
      media: [statusMedia()],
    });
    const $ = read(page);
    expect($('details:not([open]) .text').text()).toBe('cake');
    expect($('details .media img')).toHaveLength(1);
    expect($('details details')).toHaveLength(0);
    expect(words($, 'summary')).toBe('Content warning: food');
    expect($('details .author')).toHaveLength(0);
    expect($('title').text()).not.toContain('cake');
  });

  it('shows media of every kind, and asks nobody for it before a click', () => {
    const playUrl = 'https://files.social.example/f.mp4';
    const page = render({
      media: [
        statusMedia({ alt: 'A loom', focus: { x: -1, y: 0.5 } }),
        statusMedia({ kind: 'video', playUrl, durationSeconds: 15.2, alt: 'three cats' }),
        statusMedia({ kind: 'gifv', playUrl: 'https://cdn.social.example/g.mp4', imageUrl: null }),
        statusMedia({
          kind: 'audio',
          playUrl: 'https://files.social.example/a.ogg',
          imageUrl: null,
          alt: 'birds',
        }),
        statusMedia({ kind: 'unknown', imageUrl: null, alt: 'a map' }),
      ],
    });
    const $ = read(page);
    expect(faults(page)).toEqual([]);
    expect($('.media img').first().attr()).toMatchObject({
      alt: 'A loom',
      class: 'x0 y1',
      src: `${ownPath}/images/0`,
    });
    expect(
      $('a[data-play]')
        .toArray()
        .map((link) => [link.attribs['data-play'], link.attribs['aria-label']]),
    ).toEqual([
      ['video', 'Play video: three cats'],
      ['gif', 'Play GIF'],
      ['audio', 'Play audio: birds'],
    ]);
    expect(words($, '.sound')).toContain('Attachment: a map');
    expect(page.contentSecurityPolicy).toContain(
      'media-src https://files.social.example https://cdn.social.example;',
    );
  });

  it('shows the cover of a sound beside its link', () => {
    const playUrl = 'https://files.social.example/a.ogg';
    const page = render({ media: [statusMedia({ kind: 'audio', playUrl, alt: 'birds' })] });
    const $ = read(page);
    expect(faults(page)).toEqual([]);
    expect($('.sound img').attr()).toMatchObject({ src: `${ownPath}/images/0`, alt: '' });
    expect($('.sound a').attr('data-source')).toBe(playUrl);
  });

  it('counts a multiple choice by voters', () => {
    const poll = {
      options: [
        { label: 'real :cog:', votes: 8 },
        { label: 'so true', votes: 25 },
        { label: 'hidden', votes: null },
      ],
      votes: 64,
      voters: 50,
      multiple: true,
      expired: true,
      endsAt: null,
    };
    expect(words(read(render({ poll })), '.poll')).toBe(
      'real 16%so true50%hidden50 people · Final results',
    );
    const open = {
      ...poll,
      multiple: false,
      expired: false,
      endsAt: { at: new Date('2026-01-02T03:04:00Z'), isDay: false },
    };
    expect(words(read(render({ poll: open })), '.poll')).toContain(
      '64 votes · Ends Jan 2, 2026, 3:04 AM UTC',
    );
  });

  it('shows a quote in place of its RE: link', () => {
    const contentHtml =
      '<p>indeed<span class="quote-inline"><br>RE: <a href="https://q.example/1">q</a></span></p>';
    const quoted = quotedStatus({ contentHtml: '<p>the quoted words</p>', media: [statusMedia()] });
    const $ = read(render({ contentHtml, quoted }));
    expect($('.post > .text').first().text()).toBe('indeed');
    expect($('.post .post .text').text()).toBe('the quoted words');
    expect($('.post .post .media img').attr('src')).toBe(`${ownPath}/quoted/images/0`);
    expect(read(render({ contentHtml }))('.text').text()).toContain('RE:');
  });

  it('shows a link card with sizes and the host it leads to', () => {
    const card = {
      url: 'https://example.com/a',
      title: 'Example',
      description: null,
      providerName: 'Bank',
      authorName: null,
      imageUrl: 'https://files.social.example/c.png',
      imageAlt: 'Chart',
      width: 520,
      height: 347,
    };
    const $ = read(render({ card }));
    expect($('.card.large img').attr()).toMatchObject({
      src: `${ownPath}/link-image`,
      alt: 'Chart',
      width: '520',
    });
    expect(words($, '.card')).toBe('example.comExample');
  });

  it('lets the text choose its direction and ignores a wrong language tag', () => {
    const $ = read(render({ contentHtml: '<p>שלום</p>', language: 'he"><script>' }));
    expect($('.text').attr()).toMatchObject({ dir: 'auto' });
    expect($('.text').attr('lang')).toBeUndefined();
    expect(read(render({ language: 'pt-BR' }))('.text').attr('lang')).toBe('pt-BR');
  });

  it('names who boosted it', () => {
    const booster = { ...status().author, displayName: 'Bob <b>' };
    expect(words(read(render({ boostedBy: booster })), '.post > .soft')).toContain(
      'Bob <b> boosted',
    );
  });

  it.each([
    ['en', 'According to social.example'],
    ['de', 'Laut social.example'],
    ['fr', 'Selon social.example'],
    ['es', 'Según social.example'],
    ['pt', 'Segundo social.example'],
    ['ja', 'social.example によると'],
    ['ar', 'وفقًا لـ social.example'],
  ] as const)('says in %s according to whom, where nobody vouches for it', (language, said) => {
    const author = { ...status().author, handle: 'ada', confirmed: false };
    const $ = read(renderStatusPage(status({ author, url: null }), { ...statusOptions, language }));
    expect(words($, 'article > div.soft')).toBe(said);
    expect($('article > div.soft a').attr('href')).toBe(statusUrl);
    expect($('title').text()).toBe(`${said}: Ada :cog: (@ada): Hello, fediverse`);
    for (const name of [$('h1').text(), $('article').attr('aria-label')])
      expect(name).toBe(`${said}: Ada :cog:`);
    expect(words($, '.author .soft')).toBe('@ada');
  });

  it('bears endless and deeply nested content', () => {
    const page = render({ contentHtml: '<p><span>'.repeat(50_000) + 'x', emojis: [] });
    expect(faults(page)).toEqual([]);
    const many = render({ media: Array.from({ length: 5_000 }, () => statusMedia()) });
    expect(read(many)('.media img')).toHaveLength(40);
  });

  it('stays small', () => {
    const { html } = render({ media: [statusMedia(), statusMedia()], quoted: quotedStatus() });
    expect(Buffer.byteLength(html)).toBeLessThan(15_000);
    expect(gzipSync(html).length).toBeLessThan(6_000);
  });
});
