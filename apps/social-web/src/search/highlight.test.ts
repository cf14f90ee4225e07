import { highlight } from './highlight.js';

const marked = (text: string, q: string) =>
  highlight(text, q)
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join('');

describe('what was found is marked', () => {
  it.each([
    ['Lunch tomorrow, lunchtime', 'LUN', '[Lun]ch tomorrow, [lun]chtime'],
    ['am Strand', 'str am', '[am] [Str]and'],
    ['abc ab', 'ab abc', '[abc] [ab]'],
    ['morrow tomorrow', 'tom', 'morrow [tom]orrow'],
    ['Straße STRASSE', 'straß', '[Straß]e STRASSE'],
    ['İstanbul istanbul', 'ist', '[İst]anbul [ist]anbul'],
    ['ﬁnal', 'f', '[ﬁ]nal'],
    ['①st', '1', '[①]st'],
    ['ΟΔΟΣ οδός', 'οδοσ', '[ΟΔΟΣ] οδός'],
    ['e\u0301cole École', 'éc', '[e\u0301c]ole [Éc]ole'],
    ['e\u0301cole', 'e', 'e\u0301cole'],
    ['नमस्ते', 'न', '[न]मस्ते'],
    ['한국 하늘', '하늘', '한국 [하늘]'],
    ['猫が好き', '猫', '[猫]が好き'],
    ['👩‍👩‍👧 family', 'fam', '👩‍👩‍👧 [fam]ily'],
    ['see https://example.test/a', 'example.test', 'see https://[example].[test]/a'],
    ['<b>bold</b>', 'b', '<[b]>[b]old</[b]>'],
    ['nothing', ' – ', 'nothing'],
    ['', 'a', ''],
  ])('in %j by %j', (text, q, expected) => {
    expect(marked(text, q)).toBe(expected);
  });

  it('and nothing of the text is lost', () => {
    const text = `${'İßﬁ e\u0301\ud800 '.repeat(300)}👍🏽`;
    for (const q of ['i', 'ss', 'fi', 'e', '👍', '\ud800'])
      expect(
        highlight(text, q)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
  });
});
