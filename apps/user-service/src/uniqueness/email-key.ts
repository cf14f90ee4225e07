import { domainToASCII } from 'node:url';
import normalizeEmail from 'validator/lib/normalizeEmail.js';

/**
 * When two e-mails are the same. `exact`: byte by byte. `casefold`: in whatever case they are written, and however
 * their accents and domain are encoded. `canonical`: also in look-alike compatibility forms, and as the aliases that
 * the large providers deliver to one mailbox.
 */
export type EmailUniqueness = 'exact' | 'casefold' | 'canonical';

/** What an e-mail is compared by; null: by itself. A key is never sent or shown, only compared. */
export type EmailKeyOf = (email: string) => string | null;

const rules: Readonly<Record<EmailUniqueness, EmailKeyOf>> = {
  exact: () => null,
  casefold: (email) => keyPrefixes.casefold + foldEmail(email, 'NFC'),
  canonical: (email) => keyPrefixes.canonical + mailboxOf(foldEmail(email, 'NFKC')),
};

/** What the keys of each stricter rule begin with, so that no key can be taken for one of the other rule. */
export const keyPrefixes = { casefold: 'f:', canonical: 'c:' } as const;

export function emailKeyOf(uniqueness: EmailUniqueness): EmailKeyOf {
  return rules[uniqueness];
}

/** DNS knows no case, and a domain in letters is the same as in punycode; the local part is folded. */
function foldEmail(email: string, form: 'NFC' | 'NFKC'): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return `${fold(email.slice(0, at), form)}@${domainToASCII(domain) || fold(domain, form)}`;
}

/**
 * Full case folding: upper case first, so that ß is ss, a final sigma a sigma, and ı an i. Some letters need a second
 * round; then nothing changes any more, whatever is folded.
 */
function fold(text: string, form: 'NFC' | 'NFKC'): string {
  const folded = text.normalize(form).toUpperCase().toLowerCase().normalize(form);
  return folded === text ? folded : fold(folded, form);
}

// Only the host of a mailbox may interpret its local part (RFC 5321, 2.3.11): tags and dots count for nothing where the
// provider says so, and everywhere else they do.
const providerRules = { all_lowercase: false, yahoo_remove_subaddress: false };

function mailboxOf(email: string): string {
  return normalizeEmail.default(email, providerRules) || email;
}
