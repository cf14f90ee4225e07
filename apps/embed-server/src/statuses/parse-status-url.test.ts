import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { parseStatusUrl } from './parse-status-url.js';

describe('parseStatusUrl', () => {
  it.each([
    ['https://m.example/@user/123', '123'],
    ['http://m.example/@user/123', '123'],
    ['https:/m.example/@user/123', '123'],
    ['HTTPS://m.example/@user/123', '123'],
    ['https://m.example/@user@remote.example/123', '123'],
    ['https://m.example/%40user/123', '123'],
    ['https://m.example/@user/123/', '123'],
    ['https://m.example/@user/123?x=y#z', '123'],
    ['https://m.example/@user/123/embed', '123'],
    ['https://m.example/@user/123/favourites', '123'],
    ['https://m.example/users/user/statuses/123', '123'],
    ['https://m.example/users/user/statuses/123/activity', '123'],
    ['https://m.example/ap/users/9/statuses/123', '123'],
    ['https://m.example/web/@user/123', '123'],
    ['https://m.example/web/statuses/123', '123'],
    ['https://m.example/deck/@user/123', '123'],
    ['https://m.example/statuses/123', '123'],
    ['https://m.example/notice/AbCdEf123', 'AbCdEf123'],
    ['https://m.example/@user/posts/AbCdEf123', 'AbCdEf123'],
    ['https://m.example/@user/statuses/01HXYZ', '01HXYZ'],
    ['https://m.example/p/user/123', '123'],
    ['https://m.example/notes/9abc', '9abc'],
    ['https://m.example:8443/@user/123', '123'],
  ])('reads %s', (url, id) => {
    expect(parseStatusUrl(url)).toMatchObject({ id });
  });

  it.each([
    ['/@user/123', 'mastodon activitypub'],
    ['/@user@remote.example/123', 'mastodon activitypub'],
    ['/users/user/statuses/123', 'mastodon activitypub'],
    ['/ap/users/115/statuses/116', 'mastodon activitypub'],
    ['/web/@user/123', 'mastodon activitypub', '/@user/123'],
    ['/deck/@user/123', 'mastodon activitypub', '/@user/123'],
    ['/web/statuses/123', 'mastodon'],
    ['/statuses/123', 'mastodon'],
    ['/@user/123/embed?x=y#z', 'mastodon activitypub', '/@user/123'],
    ['/@user/123/reblogs/', 'mastodon activitypub', '/@user/123'],
    ['/users/user/statuses/123/activity', 'mastodon activitypub', '/users/user/statuses/123'],
    ['/notice/AbCdEf123', 'mastodon activitypub'],
    ['/@user/posts/AbCdEf123', 'mastodon activitypub'],
    ['/objects/5f1e2d3c-0000-4000-8000-00000000000a', 'activitypub'],
    ['/notes/9abc', 'misskey activitypub mastodon'],
    ['/p/user/123', 'activitypub mastodon'],
    ['/@user/statuses/01HXYZ3TQ8Z5V7K2M4N6P8R9S0', 'activitypub'],
    ['/users/user/statuses/01HXYZ3TQ8Z5V7K2M4N6P8R9S0', 'activitypub'],
    ['/display/5f1e2d3c-0000-4000-8000-00000000000a', 'activitypub'],
    ['/o/0123456789abcdef', 'activitypub'],
    ['/user/mouse/quotation/13/s/a-title', 'activitypub'],
    ['/?p=5', 'activitypub'],
    ['/r/https://bsky.app/profile/a.example/post/3k', 'activitypub'],
    ['/convert/ap/at://did:plc:abc/app.bsky.feed.post/3k', 'activitypub'],
    ['/w/9xmJn8', 'activitypub'],
    ['/videos/watch/41342cb4-6fa8-402d-a116-1f63a7f438a3', 'activitypub'],
    ['/post/12', 'activitypub'],
  ])('asks for %s by %s', (path, apis, page = path) => {
    expect(parseStatusUrl(`https://m.example${path}`)).toMatchObject({
      apis: apis.split(' '),
      page: `https://m.example${page}`,
    });
  });

  it.each([
    '',
    'm.example/@user/123',
    'https://m.example/',
    'https://m.example/@user/%E0%A4%A',
    'https://user:password@m.example/@user/123',
    'ftp://m.example/@user/123',
    'javascript://m.example/@user/123',
    `https://m.example/${'x'.repeat(1100)}`,
    'https://m.example/@user',
    'https://m.example/%40user@a.example/',
    'https://m.example/?',
    'https://m.example/#a',
    'https://m.example/?utm_source=a&fbclid=b',
    'https://m.example../@user/123',
    `https://m.example/@${'u'.repeat(3000)}/1`,
  ])('refuses %s', (url) => {
    expect(parseStatusUrl(url)).toBeNull();
  });

  it.each([
    ['/ada/p/1700000000.123456'],
    ['/2025/08/on-looms/?utm_source=a&lang=en&fbclid=b#top', '/2025/08/on-looms/?lang=en'],
    ['/?p=x'],
    ['/?p=5&redirect=1'],
    ['/w/p/abc'],
    ['/%40user/a/b', '/@user/a/b'],
    ['/@user/1%2F2'],
    ['/@user/1 2', '/@user/1%202'],
    ['/@user/123/../../a', '/a'],
    ['/a/embed'],
    ['/a?x=%20+&&y', '/a?x=%20+&y'],
    ['/a?X-utm_source=a'],
    ['/index.php?'.concat('a'.repeat(900))],
  ])('leaves it to its host what %s is', (path, page = path) => {
    expect(parseStatusUrl(`https://m.example${path}`)).toEqual({
      origin: 'https://m.example',
      id: '',
      page: `https://m.example${page}`,
      apis: ['activitypub'],
      isOpen: true,
    });
  });

  it.each([
    ['https://m.example/@user/123?utm=1#x', 'https://m.example/@user/123'],
    ['https://m.example/%40us%65r/123/embed/', 'https://m.example/@user/123'],
    ['https://M.example.:443/@user/123', 'https://m.example/@user/123'],
    ['http://m.example/@user/123', 'https://m.example/@user/123'],
    ['http://plain.example:8080/@user/123', 'http://plain.example:8080/@user/123'],
    ['https://m.example/@%E4%BE%8B/123', 'https://m.example/@%E4%BE%8B/123'],
    ['https://m.example/@us%3Fer%23/123', 'https://m.example/@us%3Fer%23/123'],
    ['https://m.example/?p=5#x', 'https://m.example/?p=5'],
    [
      'https://b.example/r/https://a.example/x?id=7#y',
      'https://b.example/r/https://a.example/x?id=7',
    ],
  ])('knows %s by one address', (given, page) => {
    const isPlain = (host: string) => host === 'plain.example';
    expect(parseStatusUrl(given, isPlain)?.page).toBe(page);
    expect(parseStatusUrl(page, isPlain)?.page).toBe(page);
  });

  it('never throws, and never gives an id that could leave its place in a path', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `https://a.example/@u/${s}`),
        ),
        (given) => {
          const read = parseStatusUrl(given);
          if (read) expect(read.id).toMatch(/^[A-Za-z0-9_-]*$/);
          if (read) expect(new URL(read.page).origin).toBe(read.origin);
        },
      ),
      propertySize(),
    );
  });
});
