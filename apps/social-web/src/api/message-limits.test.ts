import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { excessOf, isBlank, toSendable } from './message-limits.js';

/** Whether it is the same after a way as UTF-8, which knows no halves of surrogate pairs. */
const isEncodable = (text: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text)) === text;

describe('the limits of a message', () => {
  it.each(['', ' \n\t', '\u200b', '\u2060\ufe0f', '\u00ad \u202e'])('%j is blank', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(['a', '\u200ba', '.', '👍', '\u0300'])('%j is not', (text) => {
    expect(isBlank(text)).toBe(false);
  });

  it('counts code points, as the server does', () => {
    expect(excessOf('👍'.repeat(2_000))).toBe(0);
    expect(excessOf('x'.repeat(2_003))).toBe(3);
  });

  it.each([
    ['lone \ud83d', 'lone \ufffd'],
    ['\udc4d lone', '\ufffd lone'],
    ['a\0b', 'a\ufffdb'],
    [' 👍\n', '👍'],
  ])('%j is sent as %j', (text, sent) => {
    expect(toSendable(text)).toBe(sent);
  });

  it('sends nothing that the server refuses, and everything else as it is', () => {
    const anyText = fc
      .string({ unit: 'binary' })
      .chain((text) => fc.nat(text.length).map((end) => text.slice(0, end)));
    fc.assert(
      fc.property(anyText, (text) => {
        const sent = toSendable(text);
        expect(isEncodable(sent) && !sent.includes('\0')).toBe(true);
        expect(excessOf(sent)).toBe(excessOf(text.trim()));
        if (isEncodable(text) && !text.includes('\0')) expect(sent).toBe(text.trim());
      }),
      propertySize(),
    );
  });
});
