import { encodeStatusPath, parseStatusPath } from './status-path.js';

const url = 'https://m.example/@user/123';
const encoded = encodeURIComponent(url);

const resources = [
  '.amp',
  '/profile-image',
  '/link-image',
  '/images/0',
  '/quoted/images/12',
  '/quoted/profile-image',
  '/emojis/blob_cat',
];

describe('parseStatusPath', () => {
  it.each(['', ...resources])('reads %s from the end', (resource) => {
    expect(parseStatusPath(url + resource)).toEqual({ statusUrl: url, resource });
  });

  it('ignores a trailing slash', () => {
    expect(parseStatusPath(`${url}/`)).toEqual({ statusUrl: url, resource: '' });
  });

  it('takes the outermost resource: an account may be called images', () => {
    expect(parseStatusPath('https://m.example/@images/1').resource).toBe('');
    expect(parseStatusPath('https://m.example/@u.amp/1.amp').statusUrl).toBe(
      'https://m.example/@u.amp/1',
    );
  });
});

describe('encodeStatusPath', () => {
  it.each(['', ...resources])('puts a raw status URL before %s into one segment', (resource) => {
    const canonical = `/mastodon/${encoded}${resource}`;
    expect(encodeStatusPath(`/mastodon/${url}${resource}`)).toBe(canonical);
    expect(encodeStatusPath(`/mastodon/${url}${resource}/`)).toBe(canonical);
    expect(encodeStatusPath(`${canonical}?lang=de`)).toBe(`${canonical}?lang=de`);
  });

  it.each([
    ['/mastodon/https:/m.example/@user/123', '/mastodon/https%3A%2Fm.example%2F%40user%2F123'],
    ['/mastodon/https%3A//m.example/%40user/123.amp?a=/b', `/mastodon/${encoded}.amp?a=/b`],
    [
      '/mastodon/https://m.example/@u/1/emojis/a%20b',
      '/mastodon/https%3A%2F%2Fm.example%2F%40u%2F1/emojis/a%20b',
    ],
    ['/mastodon/https://m.example/@%C3%A4/1', '/mastodon/https%3A%2F%2Fm.example%2F%40%C3%A4%2F1'],
  ])('turns %s into %s', (given, wanted) => {
    expect(encodeStatusPath(given)).toBe(wanted);
  });

  it.each(['/', '/tweet/1', '/mastodon', '/mastodon/nonsense', '/mastodon/https://m.example/%zz'])(
    'leaves %s as it is',
    (given) => {
      expect(encodeStatusPath(given)).toBe(given);
    },
  );
});
