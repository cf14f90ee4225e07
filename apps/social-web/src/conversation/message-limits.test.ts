import { excessOf, isBlank } from './message-limits.js';

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
});
