import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { toBlueskyPost } from '../bluesky/bluesky-mapping.js';
import { blueskyView } from '../testing/recorded-upstreams.js';
import { recording } from '../testing/recordings.js';
import { renderBlueskyPage } from './bluesky-page.js';
import type { Page } from './page.js';
import { renderStatusPage } from './status-page.js';
import { faults } from './testing/reading.js';
import { fullStatus, fullTweet, hostile, mutated } from './testing/hostile-values.js';
import {
  film,
  options,
  quotedStatus,
  status,
  statusOptions,
  tweet,
  video,
} from './testing/samples.js';
import { renderTweetPage } from './tweet-page.js';
import { renderVideoPage } from './video-page.js';

function neverFaulty<T>(sample: T, closed: readonly string[], render: (value: T) => Page): void {
  fc.assert(
    fc.property(mutated(sample, closed), (value) => {
      const page = render(value);
      expect(faults(page)).toEqual([]);
      expect(page.contentSecurityPolicy).toMatch(
        /^default-src 'none'; script-src 'sha256-[^']+'; style/,
      );
      expect(page.contentSecurityPolicy.match(/script-src|frame-ancestors/g)).toHaveLength(2);
    }),
    propertySize(50),
  );
}

describe('whatever an upstream says', () => {
  it('a tweet page stays sound', () => {
    const sample = { ...fullTweet, quoted: tweet({ media: [film] }) };
    const closed = ['kind', 'source', 'size', 'avatarShape', 'verified'];
    neverFaulty(sample, closed, (value) => renderTweetPage(value, options));
  });

  it('a status page stays sound', () => {
    const sample = status({
      ...fullStatus,
      quoted: quotedStatus(fullStatus),
      boostedBy: status().author,
    });
    neverFaulty(sample, ['kind'], (value) => renderStatusPage(value, statusOptions));
  });

  it.each([
    'bsky-drawn-arabic',
    'bsky-drawn-covered',
    'bsky-drawn-starter-pack',
    'bsky-video-tags',
  ])('a Bluesky page like %s stays sound', (name) => {
    const sample = toBlueskyPost(blueskyView(recording(name)));
    const closed = ['kind', 'verified', 'cover', 'quoteGap'];
    const address = { actor: 'ada.example.org', rkey: '3kaaa' };
    neverFaulty(sample, closed, (value) => {
      if (value === null) throw new Error('no post');
      return renderBlueskyPage(value, { ...options, address });
    });
  });

  it.each(['youtube', 'vimeo', 'facebook'] as const)('a %s page stays sound', (host) => {
    const sample = {
      subject: video({ host, hash: 'abcdef' }),
      parameters: { start: '1', t: '2', h: 'a' },
    };
    neverFaulty(sample, ['host'], ({ subject, parameters }) =>
      renderVideoPage(subject, { ...options, parameters }),
    );
  });

  it.each(hostile)(
    'HTML content %j becomes nothing but text and listed elements',
    (contentHtml) => {
      expect(faults(renderStatusPage(status({ contentHtml }), statusOptions))).toEqual([]);
    },
  );
});
