// A property of strings, which only the `v` flag knows.
const emoji = new RegExp('^\\p{RGI_Emoji}$', 'v');
const longest = 64;
const emojiPresentation = '\ufe0f';

/** One emoji as it is recommended for interchange, its presentation selector added where it was left out; or null. */
export function parseEmoji(text: string): string | null {
  if (text.length > longest) return null;
  return [text, text + emojiPresentation].find((each) => emoji.test(each)) ?? null;
}
