/**
 * The form in which two spellings of one address are equal: NFKC (a full-width `＠` is an `@`),
 * trimmed, lower-cased. Dots and +tags stay: only the mail host knows what they mean.
 */
export function toEmailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}
