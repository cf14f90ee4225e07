/** The server's limit, in code points. */
const maxCharacters = 2_000;

/** Whether nothing of the text is visible; the server refuses such a message. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}

/** The number of characters above the limit; 0 or less within it. */
export function excessOf(text: string): number {
  return Array.from(text).length - maxCharacters;
}
