import type { Language } from '../languages/languages.js';

/** A registered user. Absent contact data are empty strings. */
export interface User {
  /** UUID, assigned here. */
  readonly id: string;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly contactAddress: string;
}

/** A user to be stored, with what decides whether another one has the same e-mail. */
export interface KeyedUser extends User {
  /** The same for e-mails that count as one; null: only the e-mail itself counts, byte by byte. */
  readonly emailKey: string | null;
}

/** A user to be registered, with what the mail is written in that proves the e-mail, where mails are sent. */
export interface NewUser extends KeyedUser {
  /** None: the usual one. */
  readonly language?: Language;
}

/** What a client sends to register; not checked yet. */
export interface UserDraft {
  readonly FullName: string;
  readonly Email: string;
  readonly Phone?: string | null | undefined;
  readonly ContactAddress?: string | null | undefined;
}

/** What a client sends to change a user: a merge patch; not checked yet. */
export type UserPatch = Partial<UserDraft>;

/** A user as it is sent. */
export function userToWire({ id, fullName, email, phone, contactAddress }: User) {
  return {
    ID: id,
    FullName: fullName,
    Email: email,
    Phone: phone,
    ContactAddress: contactAddress,
  };
}
