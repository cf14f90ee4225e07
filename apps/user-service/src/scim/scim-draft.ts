import type { Fault } from '@triptych/schemas';
import { cleanPatch, faultOfText, isEmailAddress } from '../users/user-rules.js';
import type { CleanDraft } from '../users/user-rules.js';
import { applyMembers } from './apply-value.js';
import {
  fullNameOf,
  sameNames,
  withoutFollower,
  withoutRepetition,
  withoutStale,
} from './scim-names.js';
import { InvalidValue } from './scim.errors.js';
import {
  draftOf,
  emptyDraft,
  type ScimDraft,
  type ScimProfile,
  type ScimUser,
} from './scim-user.js';

/** What is to be stored: of the register, and beside it. */
export interface Storable {
  readonly clean: CleanDraft;
  readonly profile: ScimProfile;
}

/** A new user of the body of a POST. @throws InvalidValue */
export function parseNewUser(body: object): Storable {
  return storableOf(applyMembers(emptyDraft, body, 'replace'));
}

/**
 * The user as the body of a PUT wants it. What it leaves out is kept, which RFC 7644, 3.5.1 permits: Okta leaves out
 * externalId, and a provider that knows no telephone number must not erase the one that somebody registered with. The parts
 * of the name are one thing: with any of them all are replaced, and a displayName that only repeated them follows.
 *
 * @throws InvalidValue
 */
export function parseReplacement(user: ScimUser, body: object): Storable {
  const before = draftOf(user);
  const names = Object.keys(body).map((name) => name.toLowerCase());
  if (!names.includes('username')) throw new InvalidValue('userName', 'must be given');
  const isNamed = names.some((name) => /^name(?:$|\.)/.test(name));
  const base = isNamed ? { ...before, ...noNames } : before;
  const draft = applyMembers(base, body, 'replace');
  return storableOf(names.includes('displayname') ? draft : withoutFollower(draft, user), user);
}

const noNames = { formatted: null, givenName: null, familyName: null };

/**
 * @param before the user as stored; a name of the register stays as long as no other name is given
 * @throws InvalidValue
 */
export function storableOf(draft: ScimDraft, before?: ScimUser): Storable {
  const spoken = before === undefined ? draft : withoutStale(draft, before);
  // A formatted name that a provider gave stays as given (Entra's validator wants it so), but names nobody in the register.
  const isGiven = before !== undefined && before.profile.formatted !== null;
  const { userName, phone, address, ...profile } = withoutRepetition(isGiven ? draft : spoken);
  if (userName === '') throw new InvalidValue('userName', 'must be given');
  // An address that is none has no part before an @ that could be a name.
  if (!isEmailAddress(userName)) throw new InvalidValue('userName', 'must be an e-mail address');
  const isSame = before !== undefined && sameNames(before.profile, profile);
  const fullName = isSame ? before.fullName : fullNameOf(spoken, userName);
  const checked = cleanPatch({
    FullName: fullName,
    Email: userName,
    Phone: phone,
    ContactAddress: address,
  });
  const faults = 'faults' in checked ? checked.faults : [];
  const [fault] = [...faults, ...faultsOfProfile(profile)];
  if (fault !== undefined) throw new InvalidValue(nameOf(fault), fault.detail);
  return { clean: (checked as { clean: CleanDraft }).clean, profile };
}

function faultsOfProfile({ externalId, workEmail, ...names }: ScimProfile): Fault[] {
  const { displayName, formatted, givenName, familyName } = names;
  const limits = { shortest: 0, longest: 200 };
  return [
    ...faultOfText('externalId', externalId ?? '', { shortest: 0, longest: 255 }),
    ...faultOfText('displayName', displayName ?? '', limits),
    ...faultOfText('name.formatted', formatted ?? '', limits),
    ...faultOfText('name.givenName', givenName ?? '', limits),
    ...faultOfText('name.familyName', familyName ?? '', limits),
    ...(workEmail === null || isEmailAddress(workEmail)
      ? []
      : [{ pointer: 'emails.value', detail: 'must be an e-mail address' }]),
  ];
}

const attributes: Readonly<Record<string, string>> = {
  '/FullName': 'displayName',
  '/Email': 'userName',
  '/Phone': 'phoneNumbers.value',
  '/ContactAddress': 'addresses.formatted',
};

function nameOf({ pointer }: Fault): string {
  return attributes[pointer] ?? pointer;
}
