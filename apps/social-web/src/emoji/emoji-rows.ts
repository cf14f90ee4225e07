// The emoji of the picker and of shortcodes, as one file a language has them.
import type { EmojiRow } from '../api/emoji-list.js';
import { folded, foldedWords } from './folded-words.js';

export interface Emoji {
  /** Without a skin tone; as it is recommended for interchange. */
  readonly text: string;
  readonly group: number;
  readonly hasTones: boolean;
  readonly name: string;
  /** In lower case and without accents, as the words. */
  readonly plainName: string;
  /** The best known one first. */
  readonly shortcodes: readonly [string, ...string[]];
  /** All by which it is found. */
  readonly words: readonly string[];
}

export function toEmoji([text, group, hasTones, name, shortcodes, tags]: EmojiRow): Emoji {
  const [first = name, ...others] = shortcodes;
  const words = foldedWords([name, ...tags, ...shortcodes].join(' '));
  return {
    ...{ text, group, hasTones: hasTones === 1, name, plainName: folded(name) },
    ...{ shortcodes: [first, ...others] as const, words },
  };
}

/** As files name the groups, in their order. */
export const emojiGroups = [0, 1, 3, 4, 5, 6, 7, 8, 9] as const;

export type EmojiGroup = (typeof emojiGroups)[number];
