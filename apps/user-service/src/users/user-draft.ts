import type { Fault } from '@triptych/errors';
import { isEmailAddress } from './email-address.js';
import type { User, UserDraft } from './user.js';

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
