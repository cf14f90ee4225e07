/** The server's limit, in code points. */
const maxCharacters = 2_000;

/** Whether nothing of the text is visible; the server refuses such a message. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}

/**
 * The text as the server takes it: without spaces around it, and with what no message may hold replaced. Half of a surrogate pair is
 * what is left where an emoji was cut; the server would refuse it again and again, and hold up what was written after it.
 */
export function toSendable(text: string): string {
  return toStorable(text.trim());
}

/** The text with what no message may hold replaced. */
export function toStorable(text: string): string {
  return text.replace(/[\p{Surrogate}\0]/gu, '\ufffd');
}

/** The number of characters above the limit; 0 or less within it. */
export function excessOf(text: string): number {
  return Array.from(text).length - maxCharacters;
}
