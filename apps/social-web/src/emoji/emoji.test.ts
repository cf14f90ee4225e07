import { createRequire } from 'node:module';
import { claimDevice } from '../api/device-owner.js';
import { deviceStorage, removePersonal } from '../api/device-storage.js';
import type { EmojiRow } from '../api/emoji-list.js';
import { toEmoji, type Emoji } from './emoji-rows.js';
import { emojiOfShortcode, findEmoji } from './find-emoji.js';
import { placeAfter } from './grid-moves.js';
import { readRecentEmoji, rememberEmoji } from './recent-emoji.js';
import { closedShortcode, openShortcode } from './shortcodes.js';
import { readSkinTone, skinTones, storeSkinTone, withTone } from './skin-tone.js';

const load = createRequire(import.meta.url);
const listOf = (language: string): readonly Emoji[] =>
  (load(`../generated/emoji-${language}.json`) as EmojiRow[]).map(toEmoji);
const all = listOf('en');
const recommended = new RegExp('^\\p{RGI_Emoji}$', 'v');
const first = (typed: string, list = all) => findEmoji(list, typed, 1)[0]?.text;

/** The version of Unicode that the data has: an older Node does not know all of it. */
const isKnown = Number(process.versions['unicode']) >= 17;

describe('the list of emoji', () => {
  (isKnown ? it : it.skip)(
    'has those that the server takes as a reaction, in each tone as well',
    () => {
      const shown = all.flatMap((emoji) => skinTones.map((tone) => withTone(emoji, tone)));
      expect(shown.filter((text) => !recommended.test(text))).toEqual([]);
      expect(new Set(shown).size).toBeGreaterThan(3_000);
    },
  );

  it('has the same ones in every language', () => {
    for (const language of ['de', 'fr', 'es', 'ja'])
      expect(listOf(language).map(({ text }) => text)).toEqual(all.map(({ text }) => text));
  });
});

describe('an emoji is found', () => {
  it.each([
    ['tada', '🎉'],
    [':tada:', '🎉'],
    ['smile', '😄'],
    ['THUMBS UP', '👍'],
    ['+1', '👍'],
    ['-1', '👎'],
    ['pinata', '🪅'],
    ['piñata', '🪅'],
    ['germany', '🇩🇪'],
  ])('by %j', (typed, text) => {
    expect(first(typed)).toBe(text);
  });

  it('by words of the language', () => {
    expect(first('herz gebrochen', listOf('de'))).toBe('💔');
    expect(first('frances', listOf('es'))).toBeDefined();
    expect(first('寿司', listOf('ja'))).toBe('🍣');
    expect(findEmoji(all, ' : ')).toEqual([]);
    expect(findEmoji(all, 'qqqq')).toEqual([]);
  });

  it('by its shortcode, of which it has the best claim where several have one', () => {
    expect(emojiOfShortcode(all, 'DOG')?.text).toBe('🐶');
    expect(emojiOfShortcode(all, 'thumbsup')?.text).toBe('👍');
    expect(emojiOfShortcode(all, 'smil')).toBeNull();
    expect(emojiOfShortcode(all, 'constructor')).toBeNull();
  });
});

describe('a shortcode', () => {
  it.each([
    [':sm', 'sm'],
    ['Well :+1', '+1'],
    ['(:he', 'he'],
    ['すごい:tada', 'tada'],
    ['🎉:tada', 'tada'],
    ['❤️:tada', 'tada'],
    [':Ärger', 'Ärger'],
  ])('is typed in %j', (text, code) => {
    const found = openShortcode(text, text.length);
    expect(found?.code).toBe(code);
    expect(text.slice(found!.start, found!.end)).toBe(`:${code}`);
  });

  it.each([
    ...['10:30', '10:30:00', 'at 10:30:00', 'note:so', 'https://a.test:80', 'http://a.test/(:he'],
    ...['www.a.test/(:he', 'C:\\x:yy', '::ff', ':s', ':)', ':-D', 'a/:bb', `:${'a'.repeat(60)}`],
    ...['سلام:sm', 'é:sm', 'e\u0301:sm', ': sm'],
  ])('is not in %j', (text) => {
    expect(openShortcode(text, text.length)).toBeNull();
  });

  it('is closed by its colon, in front of the caret alone', () => {
    expect(closedShortcode('a :smile: b', 9)).toEqual({ start: 2, end: 9, code: 'smile' });
    expect(closedShortcode('a :smile: b', 11)).toBeNull();
    for (const text of [
      '10:30:',
      'a:smile:',
      '::',
      'http://x/ y/:smile:',
      'https://x.test/?a=(:smile:',
    ])
      expect(closedShortcode(text, text.length)).toBeNull();
  });
});

describe('keys among emoji', () => {
  // Rows of four: 0-3 4-5 | 6-9 10-13 14 | 15
  const [sizes, columns] = [[6, 9, 1], 4];
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowRight', -1, undefined],
    ['ArrowRight', 5, 6],
    ['ArrowRight', 15, 15],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 5],
    ['ArrowDown', 3, 5],
    ['ArrowDown', 5, 7],
    ['ArrowDown', 13, 14],
    ['ArrowDown', 14, 15],
    ['ArrowDown', 15, 15],
    ['ArrowUp', 15, 14],
    ['ArrowUp', 9, 5],
    ['ArrowUp', 6, 4],
    ['ArrowUp', 2, 2],
    ['PageDown', 0, 6],
    ['PageDown', 15, 15],
    ['PageUp', 9, 6],
    ['PageUp', 6, 0],
    ['a', 3, undefined],
  ])('%s leads from %i to %p', (key, from, to) => {
    expect(placeAfter(key, from, sizes, columns)).toBe(to);
  });

  it('lead nowhere where there are none', () => {
    expect(placeAfter('ArrowDown', -1, [], columns)).toBeUndefined();
  });
});

describe('what this device remembers of emoji', () => {
  it('is the last ones, each once, and the tone, until somebody signs out or in', () => {
    claimDevice('ann');
    for (const one of ['👍', '🎉', '👍🏽', '👍']) rememberEmoji('ann', one);
    storeSkinTone('ann', '🏽');
    expect(readRecentEmoji()).toEqual(['👍', '👍🏽', '🎉']);
    expect(readSkinTone()).toBe('🏽');
    for (const { text } of all.slice(0, 100)) rememberEmoji('ann', text);
    expect(readRecentEmoji()).toHaveLength(24);
    claimDevice('bob');
    expect([readRecentEmoji(), readSkinTone()]).toEqual([[], '']);
    rememberEmoji('ann', '👍');
    expect(readRecentEmoji()).toEqual([]);
    rememberEmoji('bob', '👍');
    removePersonal();
    expect(deviceStorage.keys()).toEqual(['owner']);
  });

  it.each(['{"a":1}', '[1,null,"<b>text</b>"]', 'x', 'null'])(
    'is none where %s was left',
    (text) => {
      deviceStorage.setItem('emoji/recent', text);
      deviceStorage.setItem('emoji/tone', text);
      expect([readRecentEmoji(), readSkinTone()]).toEqual([[], '']);
    },
  );
});
