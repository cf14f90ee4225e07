// Makes the lists of emoji that the client fetches when somebody first looks for one (ADR 0084): of emojibase's data what the picker
// shows and searches, a fifth of it, one file a language.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CompactEmoji, ShortcodesDataset } from 'emojibase';

const { resolve } = createRequire(import.meta.url);
const read = <Data>(path: string) =>
  JSON.parse(readFileSync(resolve(`emojibase-data/${path}.json`), 'utf8')) as Data;

/** Those of the client's languages that the data has. */
const languages = ['en', 'de', 'fr', 'es', 'ja'];
/** Short names as other programs have them; the first one of an emoji is the one that is shown. */
const shortcodes = ['github', 'emojibase', 'iamcal'].map((name) =>
  read<ShortcodesDataset>(`en/shortcodes/${name}`),
);
const folder = join(import.meta.dirname, 'src/generated');

// A property of strings, which only the `v` flag has.
const recommended = new RegExp('^\\p{RGI_Emoji}$', 'v');

/** As it is recommended for interchange, and so as the server keeps a reaction: the data has a selector where none belongs. */
function interchangeable(emoji: string): string {
  const bare = emoji.replaceAll('\ufe0f', '');
  return recommended.test(bare) ? bare : emoji;
}

function codesOf(hexcode: string): string[] {
  const bare = hexcode.replace(/-FE0F$/, '');
  return [...new Set(shortcodes.flatMap((known) => known[hexcode] ?? known[bare] ?? []))];
}

/** An `EmojiRow` of `src/emoji/emoji-rows.ts`. */
function toRow({ unicode, group, skins, label, hexcode, tags = [] }: CompactEmoji) {
  return [interchangeable(unicode), group, skins ? 1 : 0, label, codesOf(hexcode), tags];
}

mkdirSync(folder, { recursive: true });
for (const language of languages) {
  const all = read<CompactEmoji[]>(`${language}/compact`);
  // Letters of flags and tones alone have no group, or the one of parts.
  const rows = all.filter(({ group }) => group !== undefined && group !== 2);
  rows.sort((a, b) => a.order! - b.order!);
  writeFileSync(join(folder, `emoji-${language}.json`), JSON.stringify(rows.map(toRow)));
}
