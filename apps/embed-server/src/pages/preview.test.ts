import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { load } from 'cheerio';
import { postOfTweet, renderTweetPage } from './tweet-page.js';
import { postOfStatus, renderStatusPage } from './status-page.js';
import { wordsIn } from './locale.js';
import { cutText } from './cut-text.js';
import { previewOfPost } from './preview.js';
import { linkPreviewReaders } from './testing/link-previews.js';
import {
  film,
  options,
  photo,
  quotedStatus,
  status,
  statusMedia,
  statusOptions,
  tweet,
} from './testing/samples.js';
import type { Status } from '../statuses/status.js';
import type { Tweet } from '../tweets/tweet.js';
import type { Page } from './page.js';

const ofTweet = (parts: Partial<Tweet>) => {
  const words = wordsIn('en');
  return previewOfPost(postOfTweet(tweet(parts), options, words), words);
};

function content({ html }: Page, property: string): string | undefined {
  return load(html)(`meta[property="${property}"]`).attr('content');
}

const own = '/tweet/1629307668568633344';

describe('the picture of a preview', () => {
  it.each([
    [
      'of a photo, at most 1200 px',
      { media: [photo({ width: 4000, height: 3000, alt: 'A hut' })] },
      { path: `${own}/images/0?size=medium`, width: 1200, height: 900, alt: 'A hut' },
    ],
    ['of a film, its poster', { media: [film] }, { path: `${own}/images/0?size=medium` }],
    ['of unknown size', { media: [photo({ width: null })] }, { width: null, height: null }],
    [
      'of which the proportion is known',
      { media: [photo({ width: 16, height: 9 })] },
      { width: null, height: null },
    ],
    [
      'of the second, where the first has none',
      { media: [photo({ imageUrl: null }), photo()] },
      { path: `${own}/images/1?size=medium` },
    ],
    [
      'of what is quoted',
      { quoted: tweet({ media: [photo()] }) },
      { path: `${own}/quoted/images/0?size=medium` },
    ],
    [
      'of the author, where there is no other',
      {},
      { path: `${own}/profile-image`, isLarge: false },
    ],
    [
      'of the author, where the quoted one is covered',
      { quoted: tweet({ media: [photo()], sensitive: true }) },
      { isLarge: false },
    ],
  ])('%s', (_what, parts, picture) => {
    expect(ofTweet(parts).picture).toMatchObject(picture);
  });

  const sound = statusMedia({ kind: 'audio', playUrl: 'https://a.example/a.ogg', alt: 'birds' });
  const file = statusMedia({ kind: 'unknown' });
  const ofStatus = (parts: Partial<Status>) => {
    const words = wordsIn('en');
    return previewOfPost(postOfStatus(status(parts), statusOptions, words), words).picture;
  };

  it.each<[string, Partial<Status>, string | undefined]>([
    ['of a sound, its cover', { media: [file, sound] }, '/images/1?size=medium'],
    [
      'of a sound beside a photo, the photo',
      { media: [sound, statusMedia()] },
      '/images/1?size=medium',
    ],
    [
      'of a sound without a cover, the author',
      { media: [{ ...sound, imageUrl: null }] },
      '/profile-image',
    ],
    ['of a file, the author', { media: [file] }, '/profile-image'],
    ['of a sound that is covered, none', { media: [sound], sensitive: true }, undefined],
    ['of a sound behind a warning, none', { media: [sound], spoiler: 'Bells' }, undefined],
  ])('%s', (_what, parts, end) => {
    expect(ofStatus(parts)?.path.replace(/^.*?(?=\/(?:images|profile))/, '')).toBe(end);
  });

  it('has no words and sizes of the sound', () => {
    const cover = { width: null, height: null, alt: null, isLarge: true };
    expect(ofStatus({ media: [sound] })).toMatchObject(cover);
  });

  it('is none of a sensitive post, nor its description', () => {
    const media = [photo({ alt: 'What is covered' })];
    const covered = ofTweet({
      text: '',
      media,
      sensitive: true,
      quoted: tweet({ media: [photo()] }),
    });
    expect(covered).toMatchObject({ picture: null, description: 'Post by Ada Lovelace on X' });
    expect(ofTweet({ text: '', media }).description).toBe('What is covered');
  });

  it('is none behind a warning, of which the preview has the words alone', () => {
    const hidden = {
      contentHtml: '<p>hidden words</p>',
      media: [statusMedia({ alt: 'hidden alt' })],
    };
    const page = renderStatusPage(
      status({ ...hidden, spoiler: 'Spiders', quoted: quotedStatus(hidden) }),
      statusOptions,
    );
    const head = load(page.html)('head > :not(style)').toString() ?? '';
    expect(content(page, 'og:description')).toBe('Content warning: Spiders');
    expect(head).not.toMatch(/hidden|og:image/);
  });

  it('is below the public address, whatever path that has', () => {
    const publicUrl = 'https://example.org/embed/';
    const page = renderTweetPage(tweet({ media: [photo()] }), { ...options, publicUrl });
    expect(content(page, 'og:image')).toBe(`https://example.org/embed${own}/images/0?size=medium`);
  });
});

describe('the words of a preview', () => {
  it('keep the handle whole beside a long name', () => {
    const author = { ...tweet().author!, name: 'A'.repeat(400) };
    const { title } = ofTweet({ author });
    expect(title).toMatch(/^A+… \(@ada_lovelace_1815\)$/);
    expect(Buffer.byteLength(title)).toBeLessThanOrEqual(70);
  });

  it.each([
    ['short', 'short'],
    ['two\nlines\u0000 and\tone', 'two lines and one'],
    ['👨‍👩‍👧‍👦'.repeat(9), '👨‍👩‍👧‍👦…'],
    ['é'.normalize('NFD').repeat(30), `${'é'.normalize('NFD').repeat(12)}…`],
    ['\u202egnp.exe\u2069', 'gnp.exe'],
    ['a\ud800b', 'a\ufffdb'],
    ['a' + '\u0301'.repeat(1000), '…'],
    ['   ', ''],
    ['1 < 2 <b>&lt;', '1 ‹ 2 ‹b›&lt;'],
  ])('%j is cut to %j', (text, cut) => {
    expect(cutText(text, 40)).toBe(cut);
  });

  it('are within the limits of every program, whatever a post says', () => {
    const strings = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.constantFrom(
        '"><script>',
        "'\n\r\u0000",
        '\ud83d',
        '&quot;&amp;',
        '\u202e\u2066'.repeat(300),
        '🧗🏽‍♀️'.repeat(200),
      ),
    );
    fc.assert(
      fc.property(strings, strings, strings, (name, text, alt) => {
        const author = { ...tweet().author!, name };
        const page = renderTweetPage(tweet({ author, text, media: [photo({ alt })] }), options);
        const $ = load(page.html);
        const own = 'meta,title,link,style,base[target=_blank]:not([href])';
        expect($(`head script, head [onload], head > :not(${own})`)).toHaveLength(0);
        for (const tag of $('head meta[property]').toArray()) {
          const value = $(tag).attr('content') ?? '';
          expect(value).toMatch(/^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u);
          expect(Buffer.byteLength(value)).toBeLessThanOrEqual(420);
        }
        for (const read of Object.values(linkPreviewReaders)) {
          const preview = read(Buffer.from(page.html), null);
          expect(preview?.image).toMatch(/^https:\/\/embed\.example\/tweet\//);
          expect(preview?.title).toContain('@ada_lovelace_1815');
          expect(preview?.description).toMatch(/./);
        }
      }),
      propertySize(40),
    );
  });
});
