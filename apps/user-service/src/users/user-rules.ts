import { domainToASCII, domainToUnicode } from 'node:url';
import type { Fault } from '@triptych/schemas';
import type { User, UserDraft, UserPatch } from './user.js';

export type CleanDraft = Omit<User, 'id'>;

// PostgreSQL cannot store NUL, half a surrogate pair would be stored as another character, and the other control
// characters do nothing but harm whoever prints them. Line breaks and tabs are part of addresses.
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** The draft trimmed, or everything that is wrong with it. */
export function cleanDraft(draft: UserDraft): { clean: CleanDraft } | { faults: Fault[] } {
  const clean = {
    fullName: draft.FullName.trim(),
    email: draft.Email.trim(),
    phone: (draft.Phone ?? '').trim(),
    contactAddress: (draft.ContactAddress ?? '').trim(),
  };
  const faults = [
    ...faultOfText('/FullName', clean.fullName, { shortest: 1, longest: 200 }),
    ...faultOfEmail('/Email', clean.email),
    ...faultOfText('/Phone', clean.phone, { shortest: 0, longest: 32 }),
    ...faultOfText('/ContactAddress', clean.contactAddress, { shortest: 0, longest: 1000 }),
  ];
  return faults.length > 0 ? { faults } : { clean };
}

const memberOf = {
  FullName: 'fullName',
  Email: 'email',
  Phone: 'phone',
  ContactAddress: 'contactAddress',
} as const;

/** The members of the patch, checked by the rules of a registration, or everything that is wrong with them. */
export function cleanPatch(patch: UserPatch): { clean: Partial<CleanDraft> } | { faults: Fault[] } {
  const members = Object.entries(patch).filter(
    ([name, value]) => name in memberOf && value !== undefined,
  );
  const checked = cleanDraft({ ...faultless, ...(Object.fromEntries(members) as UserPatch) });
  if ('faults' in checked) return checked;
  const names = members.map(([name]) => memberOf[name as keyof typeof memberOf]);
  return { clean: Object.fromEntries(names.map((name) => [name, checked.clean[name]])) };
}

const faultless: UserDraft = { FullName: 'N', Email: 'n@example.org' };

/** What is wrong with a text; lengths are in characters. */
export function faultOfText(
  pointer: string,
  text: string,
  { shortest, longest }: { shortest: number; longest: number },
): Fault[] {
  if (text.length < shortest) return [{ pointer, detail: 'must not be blank' }];
  // A character is a code point, as PostgreSQL counts them.
  if (text.length > 2 * longest || [...text].length > longest) {
    return [{ pointer, detail: `must not have more than ${longest} characters` }];
  }
  if (!text.isWellFormed() || unstorable.test(text)) {
    return [{ pointer, detail: 'holds a character that cannot be stored' }];
  }
  return [];
}

function faultOfEmail(pointer: string, email: string): Fault[] {
  if (email === '') return [{ pointer, detail: 'must not be blank' }];
  if (!isEmailAddress(email)) return [{ pointer, detail: 'must be an e-mail address' }];
  return [];
}

const longestEmail = 254;
// Letters, marks and digits of any script, and the `atext` of RFC 5322 with its dots.
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+$/u;
const domainName = /^[\p{L}\p{M}\p{N}.-]+$/u;
const asciiLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
// Invisible and reordering characters make two addresses that look alike.
const deceptive = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;

/**
 * Whether mail could be sent to `text`, judged by its form alone: one `@`, letters of any script, a domain that IDNA
 * accepts, at most 254 bytes (RFC 5321). Quoted local parts and address literals are refused. Takes time in proportion to the length.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > longestEmail || Buffer.byteLength(text) > longestEmail) return false;
  if (!text.isWellFormed() || deceptive.test(text)) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  return more.length === 0 && localPart.test(local) && isDomain(domain);
}

function isDomain(domain: string): boolean {
  if (!domainName.test(domain)) return false;
  const ascii = domainToASCII(domain);
  const hasLabels = ascii !== '' && ascii.split('.').every((label) => asciiLabel.test(label));
  return hasLabels && (!ascii.includes('xn--') || isDecodable(ascii));
}

/** Whether all Punycode in it means something, of which versions of Node before and after 24 have different opinions. */
function isDecodable(ascii: string): boolean {
  const decoded = domainToUnicode(ascii);
  return !/(?:^|\.)xn--/.test(decoded) && domainToASCII(decoded) === ascii;
}
