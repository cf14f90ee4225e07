const maxCharacters = 2000;

/** Why a text cannot be sent, or null when it can. It is stored as written; showing it safely is the page's part. */
export function textFault(text: string): string | null {
  if (!text.isWellFormed()) return 'must not hold half of a surrogate pair';
  if (text.includes('\0')) return 'must not hold a NUL character';
  if (/^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text)) return 'must not be blank';
  // UTF-16 length first: counting a huge text would cost more than refusing it.
  const long = text.length > 2 * maxCharacters || [...text].length > maxCharacters;
  return long ? `must have at most ${maxCharacters} characters` : null;
}
