import { domainToASCII } from 'node:url';
import { displayHandle, displayHost } from './host-name-rules.js';

describe('a host name', () => {
  it.each([
    'social.example',
    'www.social.example',
    'social.example:8443',
    '[2001:db8::1]:8443',
    'münchen.example',
    'straße.example',
    'łódź.example',
    'пример.example',
    'παράδειγμα.example',
    'مثال.example',
    'דוגמה.example',
    'उदाहरण.example',
    'ตัวอย่าง.example',
    '例え.example',
    'ドメイン名例.example',
    '예시.example:8443',
  ])('is shown as %s', (name) => {
    const [, host = '', port = ''] = /^(.*?)(:\d+)?$/.exec(name) ?? [];
    const ascii = host.startsWith('[') ? host : domainToASCII(host);
    expect(displayHost(ascii + port)).toBe(name);
  });

  it.each([
    // All Cyrillic, of letters that look Latin; Latin with one of them; Greek.
    'аррӏе.example',
    'mаstodon.example',
    'ооо.example',
    'αοι.example',
    // Letters that look like plain ones.
    'mastodοn.example',
    'goog1ɩe.example',
    'ınstagram.example',
    'ĸde.example',
    // Scripts that do not mix, and what is no letter.
    'социальный例.example',
    'a\u0301\u0301b.example',
    '☃.example',
    // Taken for a slash.
    'a⁄b.example',
  ])('is shown in punycode: %s', (name) => {
    const ascii = domainToASCII(name);
    expect(displayHost(ascii)).toBe(ascii);
  });

  it.each(['xn--', 'xn--a', 'xn--0000h.example', 'xn--example', 'a.xn--99zzzzzz.b'])(
    'is left as it is: %s',
    (name) => {
      expect(displayHost(name)).toBe(name);
    },
  );

  it('is shown so in a handle', () => {
    expect(displayHandle('ada@xn--mnchen-3ya.example')).toBe('ada@münchen.example');
    expect(displayHandle('xn--mnchen-3ya')).toBe('xn--mnchen-3ya');
  });
});
