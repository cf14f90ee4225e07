import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { isEmailAddress } from './user-rules.js';

describe('isEmailAddress', () => {
  it.each([
    'a@b',
    'a@localhost',
    'ann.lee+tag@example.org',
    "o'neil@example.co.uk",
    'a..b@example.org',
    'jösé@münchen.de',
    '用户@例子.广告',
    'jo\u0308@example.org',
    `a@${'d'.repeat(63)}.org`,
  ])('takes %s', (text) => expect(isEmailAddress(text)).toBe(true));

  it.each([
    ['nothing', ''],
    ['no @', 'ann.example.org'],
    ['two @', 'a@b@c'],
    ['no local part', '@example.org'],
    ['no domain', 'ann@'],
    ['a space', 'ann lee@example.org'],
    ['a line break', 'ann@example.org\n'],
    ['NUL', 'a\u0000nn@example.org'],
    ['a lone surrogate', '\ud800@example.org'],
    ['the replacement character', '\ufffd@example.org'],
    ['a bidi override', 'ann\u202egro@example.org'],
    ['a zero-width joiner', 'a\u200dnn@example.org'],
    ['a Hangul filler', 'a\u3164nn@example.org'],
    ['a combining grapheme joiner', 'a\u034fnn@example.org'],
    ['a variation selector', 'a\ufe0fnn@example.org'],
    ['a full-width @', 'ann＠example.org'],
    ['an empty label', 'ann@example..org'],
    ['a label that starts with a hyphen', 'ann@-example.org'],
    ['Punycode that means nothing', 'ann@xn--a.test'],
    ['Punycode that means what stands there', 'ann@mail.xn--a-.test'],
    ['a label of 64', `a@${'d'.repeat(64)}.org`],
    ['255 bytes', `${'a'.repeat(243)}@example.org`],
    ['255 bytes in fewer characters', `${'é'.repeat(122)}@example.org`],
    ['a quoted local part', '"a b"@example.org'],
    ['an address literal', 'a@[127.0.0.1]'],
  ])('refuses %s', (_name, text) => expect(isEmailAddress(text)).toBe(false));

  it('takes 254 bytes', () => {
    expect(isEmailAddress(`${'a'.repeat(242)}@example.org`)).toBe(true);
  });

  it('never takes more than one @, a control character, a space or too many bytes', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.tuple(fc.string({ unit: 'binary' }), fc.domain()).map((parts) => parts.join('@')),
      fc.emailAddress(),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        if (!isEmailAddress(candidate)) return;
        expect(candidate.split('@')).toHaveLength(2);
        expect(candidate).not.toMatch(/[\s\p{Cc}\p{Cf}]/u);
        expect(Buffer.byteLength(candidate)).toBeLessThanOrEqual(254);
        expect(Buffer.from(candidate).toString()).toBe(candidate);
      }),
      propertySize(),
    );
  });
});
