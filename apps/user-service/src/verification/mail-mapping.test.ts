import { languages } from '../languages/languages.js';
import { mailWithLink } from './mail-mapping.js';

const secret = 'A'.repeat(43);
const url = `https://users.example.org/base/users/verification/${secret}`;

it.each(languages)('in %s both parts have the same words and the same link, alone', (language) => {
  const { subject, text, html } = mailWithLink('https://users.example.org/base', secret, language);
  expect(subject).toContain('users.example.org');
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text.match(/https?:\S+/g)).toEqual([url]);
  expect(html.match(/(?<=href=")[^"]*/g)).toEqual([url, url]);
  expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
  const words = html
    .replaceAll(/<title>.*?<\/title>|<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');
  for (const line of text.split('\n\n'))
    expect(words).toContain(line.trim().replaceAll(/\s+/g, ' '));
  expect(html).not.toMatch(/<(?:script|img|link|style)\b/);
});

it('each language has words of its own', () => {
  const subjects = languages.map((one) => mailWithLink('https://h', secret, one).subject);
  expect(new Set(subjects).size).toBe(languages.length);
});
