import { domainToUnicode } from 'node:url';

/** Deliberately loose: whether the address lives is the provider's business, ours is to find its owner. */
const shape =
  /^[^\s@"(),:;<>[\\\]\p{C}\p{Default_Ignorable_Code_Point}]{1,64}@[\p{L}\p{M}\p{N}.-]+$/u;
const label = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** The address in one spelling of its characters, or null when it is none. At most 254 bytes (RFC 5321). */
export function parseEmail(raw: string): string | null {
  if (!raw.isWellFormed()) return null;
  const email = raw.normalize('NFKC').trim();
  if (Buffer.byteLength(email) > 254 || !shape.test(email)) return null;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return domain.split('.').every((part) => label.test(part)) ? email : null;
}

/**
 * The form in which two spellings of one address are equal: NFKC (a full-width `＠` is an `@`), trimmed, lower-cased, the
 * domain in Unicode rather than in Punycode (RFC 5891). Dots and +tags stay: only the mail host knows what they mean.
 */
export function toEmailKey(email: string): string {
  const key = email.normalize('NFKC').trim().toLowerCase();
  const [local, domain] = [
    key.slice(0, key.lastIndexOf('@') + 1),
    key.slice(key.lastIndexOf('@') + 1),
  ];
  // Empty for what is no domain, such as an id.
  return `${local}${domainToUnicode(domain) || domain}`;
}
