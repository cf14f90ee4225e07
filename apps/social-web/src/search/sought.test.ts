import { isTooLong, parseSought, toQuery, toSearch } from './sought.js';

const other = '00000000-0000-7000-8000-00000000000a';
const everything = { q: '', chat: null, by: null, since: null, until: null };

describe('what is searched for', () => {
  it('comes back from its address', () => {
    const sought = {
      q: 'a & b?',
      chat: `${other}--me`,
      by: 'them',
      since: '2026-01-31',
      until: '2026-02-01',
    } as const;
    expect(parseSought(toSearch(sought), 'me')).toEqual({ ...sought, q: '' });
    expect(parseSought('?q=a+%26+b%3F', 'me').q).toBe('a & b?');
    expect(toSearch(everything)).toBe('');
    expect(parseSought('', 'me')).toEqual(everything);
  });

  it.each([
    '?chat=a--b',
    '?chat=a--me',
    `?chat=me--${other}x`,
    `?chat=x${other}--me`,
    '?chat=me',
    '?chat=me--me',
    `?chat=${other}--me--${other}`,
    '?by=them',
    '?by=x',
    '?since=2026-02-30',
    '?until=today',
    '?since=12026-01-01',
  ])('leaves out %s, which says nothing', (search) => {
    expect(parseSought(search, 'me')).toEqual(everything);
  });

  it('are whole days of the reader, also those that are longer or shorter', () => {
    const query = toQuery(
      { ...everything, q: ' x ', since: '2026-03-29', until: '2026-03-29' },
      'me',
    );
    expect(query.q).toBe('x');
    expect([query.from, query.to].map((at) => new Date(at!).toString().slice(0, 24))).toEqual([
      'Sun Mar 29 2026 00:00:00',
      'Mon Mar 30 2026 00:00:00',
    ]);
    expect(toQuery({ ...everything, since: '0050-01-01', until: '9999-12-31' }, 'me').from).toMatch(
      /^00(49|50)-/,
    );
    expect(Object.values(toQuery({ ...everything, until: '9999-12-31' }, 'me'))).not.toContainEqual(
      expect.stringMatching(/^\+/),
    );
  });

  it('is by oneself, or by the other one of the chat', () => {
    expect(toQuery({ ...everything, by: 'me' }, 'me').senderId).toBe('me');
    expect(toQuery({ ...everything, chat: `me--${other}`, by: 'them' }, 'me')).toMatchObject({
      chatId: `me--${other}`,
      senderId: other,
    });
  });

  it('is text that an address can be made of, of at most 200 characters', () => {
    expect(toQuery({ ...everything, q: 'a\ud83d\0b' }, 'me').q).toBe('a  b');
    expect([isTooLong('🎬'.repeat(200)), isTooLong('x'.repeat(201))]).toEqual([false, true]);
  });
});
