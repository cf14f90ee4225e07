// Finds emoji by shortcodes, names and tags. The best ones first, otherwise in the order of the data:
//   0 the shortcode itself · 1 the beginning of its first shortcode · 2 of another one · 3 of its name
//   4 each word that is sought begins one of its words · 5 is somewhere in the name: not every script has spaces
import type { Emoji } from './emoji-rows.js';
import { folded, foldedWords } from './folded-words.js';

export function findEmoji(all: readonly Emoji[], typed: string, most = Infinity): readonly Emoji[] {
  const sought = folded(typed).replaceAll(':', ' ').trim();
  const words = foldedWords(sought);
  if (words.length === 0) return [];
  const found = all
    .map((emoji) => ({ emoji, rank: rankOf(emoji, sought, words) }))
    .filter(({ rank }) => rank !== null);
  // The sort is stable.
  found.sort((a, b) => a.rank! - b.rank!);
  return found.slice(0, most).map(({ emoji }) => emoji);
}

function rankOf(emoji: Emoji, sought: string, words: readonly string[]): number | null {
  const { shortcodes, plainName: plain } = emoji;
  const code = sought.replaceAll(' ', '_');
  if (shortcodes[0] === code) return 0;
  if (shortcodes[0].startsWith(code)) return 1;
  if (shortcodes.some((one) => one.startsWith(code))) return 2;
  if (plain.startsWith(sought)) return 3;
  const isBegun = (word: string) => emoji.words.some((one) => one.startsWith(word));
  if (words.every(isBegun)) return 4;
  return plain.includes(sought) ? 5 : null;
}

/** Several may have one: then the emoji of which it is the first counts. */
export function emojiOfShortcode(all: readonly Emoji[], typed: string): Emoji | null {
  const code = typed.toLowerCase();
  const known = all.filter(({ shortcodes }) => shortcodes.includes(code));
  return known.find(({ shortcodes }) => shortcodes[0] === code) ?? known[0] ?? null;
}
