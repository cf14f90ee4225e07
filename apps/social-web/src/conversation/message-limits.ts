/** The server's limit, in characters as it counts them: an emoji of one code point is one. */
const mostCharacters = 2_000;

/** Nothing that anybody would see; the server refuses it. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}

/** By how many characters a text is too long; not above 0 when it is not. */
export function excessOf(text: string): number {
  return Array.from(text).length - mostCharacters;
}
