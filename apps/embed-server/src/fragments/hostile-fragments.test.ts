import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { toBlueskyPost } from '../bluesky/bluesky-mapping.js';
import { largestPage } from '../pages/page-budget.js';
import { fullStatus, fullTweet, hostile, mutated } from '../pages/testing/hostile-values.js';
import {
  film,
  quotedStatus,
  status,
  statusMedia,
  statusUrl,
  tweet,
  video,
} from '../pages/testing/samples.js';
import { blueskyView } from '../testing/recorded-upstreams.js';
import { recording } from '../testing/recordings.js';
import { fragments, type RenderFragment } from './fragment-renderer.js';
import { fragmentFaults, publicUrl, readFragment } from './testing/fragment-faults.js';

const options = { publicUrl, language: 'en' } as const;

/** What ends the elements of a fragment, or the way in which they are parsed. */
const pieces = [
  ...['</template>', '<template shadowrootmode=open>', '</div>', '</blockquote>', '<slot>'],
  '</article></div></template><script>alert(1)</script>',
  ...['"', "'", '&lt;/template&gt;', '<!--', '-->', '<![CDATA[', '<plaintext>'],
  ...['<svg><style>', '</svg>', '<select>', '<table>', '<frameset>', '<body onload=alert(1)>'],
  '<link rel=stylesheet href=//evil.example>',
  ...['\u0000\u202e\ud800', 'words', ...hostile],
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''));

function neverFaulty<T>(values: fc.Arbitrary<T>, fragmentOf: (value: T) => RenderFragment): void {
  fc.assert(
    fc.property(values, (value) => {
      expect(fragmentFaults(fragmentOf(value)(options))).toEqual([]);
    }),
    propertySize(40),
  );
}

it('whatever stands in any of its words, a fragment is one element with one shadow root', () => {
  neverFaulty(fc.tuple(text, text, text, text), ([words, name, alt, title]) => {
    const media = [statusMedia({ alt })];
    const author = { ...status().author, displayName: name, handle: title };
    const poll = { ...{ votes: 2, voters: 2, multiple: true, expired: false, endsAt: null } };
    const full = status({
      contentHtml: words,
      spoiler: title,
      ...{ media, author, boostedBy: author },
      poll: { ...poll, options: [{ label: alt, votes: 1 }] },
      quoted: { ...quotedStatus(), contentHtml: name, media },
    });
    const address = `${statusUrl}?${words.toWellFormed()}`;
    return fragments.status({ value: () => full, statusUrl: address });
  });
});

it('of a tweet stays sound', () => {
  const sample = { ...fullTweet, quoted: tweet({ media: [film] }) };
  const closed = ['kind', 'source', 'size', 'avatarShape', 'verified'];
  neverFaulty(mutated(sample, closed), (value) => fragments.tweet({ value: () => value }));
});

it('of a status stays sound, and of a thread', () => {
  const sample = status({
    ...{ ...fullStatus, boostedBy: status().author },
    quoted: quotedStatus(fullStatus),
  });
  const values = fc.tuple(mutated(sample, ['kind']), mutated(sample, ['kind']), fc.boolean());
  neverFaulty(values, ([post, other, isCut]) =>
    fragments.statusThread({
      value: () => ({ post, before: [other], after: [post], isCut }),
      statusUrl,
    }),
  );
});

it.each(['bsky-drawn-arabic', 'bsky-drawn-covered', 'bsky-drawn-starter-pack', 'bsky-video-tags'])(
  'of a post on Bluesky like %s stays sound',
  (name) => {
    const sample = toBlueskyPost(blueskyView(recording(name)));
    const address = { actor: 'ada.example.org', rkey: '3kaaa' };
    if (sample === null) throw new Error('no post');
    neverFaulty(mutated(sample, ['kind', 'verified', 'cover', 'quoteGap']), (value) =>
      fragments.bluesky({ value: () => value, address }),
    );
  },
);

it.each(['youtube', 'vimeo', 'facebook'] as const)('of a video of %s stays sound', (host) => {
  const sample = { subject: video({ host, hash: 'abcdef' }), start: '1', t: '2', h: 'a' };
  neverFaulty(mutated(sample, ['host']), ({ subject, ...parameters }) =>
    fragments.video({ value: () => subject, copy: null }, parameters),
  );
});

it('has a largest size', () => {
  const contentHtml = '<a href=//a.b>"</a>'.repeat(10_000);
  const sound = statusMedia({ kind: 'audio', alt: '"'.repeat(10_000) });
  const huge = { ...quotedStatus(), contentHtml, media: Array.from({ length: 1000 }, () => sound) };
  const value = () => status({ ...huge, quoted: huge });
  const html = fragments.status({ value, statusUrl: `https://a.example/${'%41'.repeat(670)}/1` })(
    options,
  );
  expect(Buffer.byteLength(html)).toBeLessThan(largestPage);
  expect(Buffer.byteLength(readFragment(html)('blockquote').text())).toBeLessThan(5000);
});

it('of a snapshot says so to programs that know no shadow roots, too', () => {
  const snapshot = { takenAt: 0, isGone: false, picture: () => null };
  const html = fragments.status({ value: () => status(), statusUrl, snapshot })(options);
  const words = 'The original could not be reached. Snapshot of Jan 1, 1970';
  expect(readFragment(html)('blockquote').text()).toContain(words);
  expect(fragmentFaults(html)).toEqual([]);
});
