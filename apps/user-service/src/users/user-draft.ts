import type { Fault } from '@triptych/errors';
import { isEmailAddress } from './email-address.js';
import type { User, UserDraft, UserPatch } from './user.js';

export type CleanDraft = Omit<User, 'id'>;

// PostgreSQL cannot hold NUL, half a surrogate pair would be stored as another character, and the other control
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

/** The members that the patch has, by the rules of a registration, or everything that is wrong with them. */
export function cleanPatch(patch: UserPatch): { clean: Partial<CleanDraft> } | { faults: Fault[] } {
  const given = Object.entries(patch).filter(
    ([name, value]) => name in memberOf && value !== undefined,
  );
  const checked = cleanDraft({ ...faultless, ...(Object.fromEntries(given) as UserPatch) });
  if ('faults' in checked) return checked;
  const members = given.map(([name]) => memberOf[name as keyof typeof memberOf]);
  return { clean: Object.fromEntries(members.map((member) => [member, checked.clean[member]])) };
}

const faultless: UserDraft = { FullName: 'N', Email: 'n@example.org' };

function faultOfText(
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
