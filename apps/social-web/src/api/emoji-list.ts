// The list of emoji comes when somebody first looks for one, from the own server, and is no part of what a worker stores of a release.
// The browser keeps it, as its name is that of its content (ADR 0084).
import de from '../generated/emoji-de.json?url';
import en from '../generated/emoji-en.json?url';
import es from '../generated/emoji-es.json?url';
import fr from '../generated/emoji-fr.json?url';
import ja from '../generated/emoji-ja.json?url';
import { unreachable } from './client.js';

/** Emoji, group, whether it has skin tones, name, shortcodes, words that people look for it by. */
export type EmojiRow = readonly [
  emoji: string,
  group: number,
  hasTones: 0 | 1,
  name: string,
  shortcodes: readonly string[],
  tags: readonly string[],
];

const addresses: Readonly<Record<string, string>> = { de, en, es, fr, ja };

/** The language of the names: not every one of the client's has any. */
export const languageOfEmoji = (language: string) => (language in addresses ? language : 'en');

/** Fails with an `ApiError` of status 0 where it cannot be had. */
export async function loadEmojiList(language: string): Promise<readonly EmojiRow[]> {
  const response = await fetch(addresses[languageOfEmoji(language)]!).catch(() => null);
  const rows: unknown = response?.ok ? await response.json().catch(() => null) : null;
  // The sign-in page of a network replies to everything.
  if (!Array.isArray(rows)) throw unreachable();
  return rows as EmojiRow[];
}
