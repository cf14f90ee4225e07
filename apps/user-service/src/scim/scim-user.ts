import type { User } from '../users/user.js';

/** The names that a provider gave a user; null: not given. */
export interface ScimNames {
  readonly displayName: string | null;
  /** Null as well where it is given and family name, joined. */
  readonly formatted: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
}

/** What SCIM keeps of a user beside the register. */
export interface ScimProfile extends ScimNames {
  readonly externalId: string | null;
  /** What the provider says; the register knows nobody who is not active. */
  readonly active: boolean;
  /** Null: the e-mail of the register. */
  readonly workEmail: string | null;
}

/** A user as SCIM knows them. */
export interface ScimUser extends User {
  readonly profile: ScimProfile;
  readonly createdAt: Date;
  readonly changedAt: Date;
}

/** All that can be changed of a user, by the names that SCIM has for it. */
export interface ScimDraft extends ScimProfile {
  readonly userName: string;
  /** Empty: none; the same for the address. */
  readonly phone: string;
  readonly address: string;
}

export type TextField = Exclude<keyof ScimDraft, 'active'>;

/** What a new user begins with. */
export const emptyDraft: ScimDraft = {
  userName: '',
  externalId: null,
  active: true,
  displayName: null,
  formatted: null,
  givenName: null,
  familyName: null,
  workEmail: null,
  phone: '',
  address: '',
};

export function draftOf({ email, phone, contactAddress, profile }: ScimUser): ScimDraft {
  return { ...profile, userName: email, phone, address: contactAddress };
}
