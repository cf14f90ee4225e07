const maxCharacters = 2000;

/** Why a text cannot be sent, or null when it can. It is stored as written; pages escape it when they show it. */
export function textFault(text: string): string | null {
  if (!text.isWellFormed()) return 'must not hold half of a surrogate pair';
  if (text.includes('\0')) return 'must not hold a NUL character';
  if (/^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text)) return 'must not be blank';
  // The UTF-16 length first: counting the characters of a huge text would cost more than refusing it.
  const long = text.length > 2 * maxCharacters || [...text].length > maxCharacters;
  return long ? `must have at most ${maxCharacters} characters` : null;
}

// A property of strings, which only the `v` flag has.
const emoji = new RegExp('^\\p{RGI_Emoji}$', 'v');
const maxEmojiLength = 64;
const emojiPresentation = '\ufe0f';

/** One emoji as it is recommended for interchange, its presentation selector added where it was left out; or null. */
export function parseEmoji(text: string): string | null {
  if (text.length > maxEmojiLength) return null;
  return [text, text + emojiPresentation].find((each) => emoji.test(each)) ?? null;
}
