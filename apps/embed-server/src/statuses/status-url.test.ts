import fc from 'fast-check';
import { parseStatusRoute } from './status-route.js';
import { parseStatusUrl } from './status-url.js';

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
    '',
    'm.example/@user/123',
    'https://m.example/',
    'https://m.example/@user',
    'https://m.example/user/123',
    'https://m.example/@user/1%2F2',
    'https://m.example/@user/1 2',
    'https://m.example/@user/%E0%A4%A',
    'https://user:password@m.example/@user/123',
    'ftp://m.example/@user/123',
    'javascript://m.example/@user/123',
    'https://m.example/@user/123/../../admin',
    `https://m.example/@user/${'1'.repeat(65)}`,
    `https://m.example/@${'u'.repeat(3000)}/1`,
  ])('refuses %s', (url) => {
    expect(parseStatusUrl(url)).toBeNull();
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
          if (read) expect(read.id).toMatch(/^[A-Za-z0-9_-]+$/);
        },
      ),
    );
  });
});

describe('parseStatusRoute', () => {
  const url = 'https://m.example/@user/123';
  it.each([
    [url, { kind: 'data' }],
    [`${url}/`, { kind: 'data' }],
    [`${url}.amp`, { kind: 'page' }],
    [`${url}/profile-image`, { kind: 'image', quoted: false, image: 'profile' }],
    [`${url}/link-image`, { kind: 'image', quoted: false, image: 'link' }],
    [`${url}/images/0`, { kind: 'image', quoted: false, image: { index: 0 } }],
    [`${url}/quoted/images/12`, { kind: 'image', quoted: true, image: { index: 12 } }],
    [`${url}/quoted/profile-image`, { kind: 'image', quoted: true, image: 'profile' }],
    [`${url}/emojis/blob_cat`, { kind: 'image', quoted: false, image: { emoji: 'blob_cat' } }],
  ])('reads %s', (path, view) => {
    expect(parseStatusRoute(path)).toEqual({ statusUrl: url, view });
  });

  it('takes the outermost suffix: an account may be called images', () => {
    expect(parseStatusRoute('https://m.example/@images/1')?.view.kind).toBe('data');
    expect(parseStatusRoute('https://m.example/@u.amp/1.amp')?.statusUrl).toBe(
      'https://m.example/@u.amp/1',
    );
  });

  it.each(['abc', '-1', '1e3', '1.5', '', '9'.repeat(21)])('refuses the index "%s"', (index) => {
    expect(parseStatusRoute(`${url}/images/${index}`)?.view.kind ?? null).not.toBe('image');
  });
});
