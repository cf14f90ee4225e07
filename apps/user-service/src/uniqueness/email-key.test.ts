import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { isEmailAddress } from '../users/user-rules.js';
import { emailKeyOf } from './email-key.js';

const [exact, casefold, canonical] = (['exact', 'casefold', 'canonical'] as const).map(emailKeyOf);
const decomposed = 'jo\u0308@example.org';
const composed = 'j\u00f6@example.org';

describe('exact', () => {
  it('has no keys: the e-mail itself is compared', () => {
    expect(exact!('Ann@example.org')).toBeNull();
  });
});

describe.each([
  ['casefold', casefold!],
  ['canonical', canonical!],
])('%s', (_name, keyOf) => {
  it.each([
    ['in another case', 'Ann.Lee@example.org', 'aNN.lEE@EXAMPLE.org'],
    ['in capitals beyond ASCII', 'jösé@example.org', 'JÖSÉ@example.org'],
    ['with ß as ss', 'strauß@example.org', 'STRAUSS@example.org'],
    ['with a ligature', 'oﬃce@example.org', 'office@example.org'],
    ['with a final sigma', 'σίσυφος@example.org', 'ΣΊΣΥΦΟΣ@example.org'],
    ['with a combining accent', composed, decomposed],
    ['with its domain in punycode', 'a@münchen.de', 'a@xn--mnchen-3ya.de'],
    ['with its domain in capital punycode', 'a@MÜNCHEN.de', 'a@XN--MNCHEN-3YA.DE'],
    ['with its whole address in another script', '用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
  ])('takes an e-mail %s for the same', (_name, one, other) => {
    expect(isEmailAddress(one) && isEmailAddress(other)).toBe(true);
    expect(keyOf(one)).toBe(keyOf(other));
  });

  it.each([
    ['another local part', 'ann@example.org', 'anne@example.org'],
    ['another domain', 'ann@example.org', 'ann@example.com'],
    ['ß in the domain, which IDNA distinguishes from ss', 'a@straße.de', 'a@strasse.de'],
    ['an accent', 'jose@example.org', 'josé@example.org'],
    ['a tag, where the provider is unknown', 'ann+shop@example.org', 'ann@example.org'],
    ['dots, where the provider is unknown', 'ann.lee@example.org', 'annlee@example.org'],
    ['a letter of another script', 'ann@example.org', 'аnn@example.org'],
  ])('distinguishes %s', (_name, one, other) => expect(keyOf(one)).not.toBe(keyOf(other)));
});

describe('canonical', () => {
  it.each([
    ['full-width letters', 'ａｎｎ@example.org', 'ann@example.org'],
    ['a superscript', 'm²@example.org', 'm2@example.org'],
    ['mathematical letters', '𝐚𝐧𝐧@example.org', 'ann@example.org'],
    ['dots and a tag at Gmail', 'Ann.Lee+shop@googlemail.com', 'annlee@gmail.com'],
    ['a full-width tag at Gmail', 'ann+①@gmail.com', 'ann@gmail.com'],
    ['a tag at Outlook', 'ann+shop@outlook.com', 'ann@outlook.com'],
    ['a tag at iCloud', 'ann+shop@icloud.com', 'ann@icloud.com'],
    ['the domains of Yandex', 'ann@ya.ru', 'ann@yandex.com'],
  ])('takes %s for the same, where casefold does not', (_name, one, other) => {
    expect(isEmailAddress(one) && isEmailAddress(other)).toBe(true);
    expect(canonical!(one)).toBe(canonical!(other));
    expect(casefold!(one)).not.toBe(casefold!(other));
  });

  it.each(['ann.lee@outlook.com', 'ann-shop@yahoo.com', '+shop@gmail.com'])(
    'leaves %s as it is',
    (email) => expect(canonical!(email)).toBe(`c:${email}`),
  );
});

/** Addresses from the letters that fold, compose and expand in all ways Unicode has. */
const letters = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'ßẞſıİΣςKÅﬁﬀǅŉΐᾳꭰㄅ①½ŀ+.-'),
    fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
  ),
  minLength: 1,
  maxLength: 12,
});
const domains = fc.oneof(
  fc.domain(),
  fc.constantFrom(
    'gmail.com',
    'GoogleMail.com',
    'outlook.com',
    'yahoo.com',
    'Bücher.example',
    'ya.ru',
  ),
);
const emails = fc
  .tuple(letters, domains)
  .map((parts) => parts.join('@'))
  .filter(isEmailAddress);

describe.each([
  ['casefold', casefold!],
  ['canonical', canonical!],
])('%s, whatever the e-mail', (_name, keyOf) => {
  const bare = (email: string) => keyOf(email)!.slice(2);

  it('returns a key that is its own key', () => {
    fc.assert(
      fc.property(emails, (email) => expect(bare(bare(email))).toBe(bare(email))),
      propertySize(),
    );
  });

  it('returns the same key for upper, lower and decomposed forms', () => {
    fc.assert(
      fc.property(emails, (email) => {
        const [local = '', domain] = email.split('@');
        for (const form of [local.toUpperCase(), local.toLowerCase(), local.normalize('NFD')]) {
          expect(keyOf(`${form}@${domain}`)).toBe(keyOf(email));
        }
      }),
      propertySize(),
    );
  });

  it('returns one @, a domain in ASCII, and nothing invisible or half', () => {
    fc.assert(
      fc.property(emails, (email) => {
        const key = bare(email);
        expect(key.split('@')).toHaveLength(2);
        expect(key.split('@')[1]).toMatch(/^[a-z0-9.-]+$/);
        expect(key).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u);
        expect(key.isWellFormed()).toBe(true);
      }),
      propertySize(),
    );
  });
});

it('never distinguishes e-mails in canonical that are the same in casefold', () => {
  fc.assert(
    fc.property(emails, (email) => {
      expect(canonical!(casefold!(email)!.slice(2))).toBe(canonical!(email));
    }),
    propertySize(),
  );
});
