import type { ScimNames, ScimUser } from './scim-user.js';

type NameParts = Pick<ScimNames, 'givenName' | 'familyName'>;

const longestName = 200;

/** Given and family name; undefined: there is neither. */
export function joinedName(names: NameParts): string | undefined {
  const parts = partsOf(names);
  return parts.length === 0 ? undefined : parts.join(' ');
}

function partsOf({ givenName, familyName }: NameParts): string[] {
  return [givenName, familyName].filter((part) => part !== null);
}

/** The one name of the register: the first that the provider gave, or else what the e-mail begins with. */
export function fullNameOf(names: ScimNames, userName: string): string {
  const given = names.displayName ?? names.formatted ?? joinedName(names);
  return given ?? [...userName.slice(0, userName.lastIndexOf('@'))].slice(0, longestName).join('');
}

/** What the one name of a user is to SCIM, whom nobody gave others: the last word is the family name. */
export function namesIn(fullName: string): ScimNames {
  const words = fullName.split(/\s+/);
  const familyName = words.length > 1 ? words.at(-1)! : null;
  const givenName =
    familyName === null ? fullName : fullName.slice(0, -familyName.length).trimEnd();
  const names = { displayName: null, formatted: null, givenName, familyName };
  return joinedName(names) === fullName ? names : { ...names, formatted: fullName };
}

/** With `formatted` only where the other names do not say the same, so that it follows them. */
export function withoutRepetition<Names extends ScimNames>(names: Names): Names {
  return names.formatted === joinedName(names) ? { ...names, formatted: null } : names;
}

/** What is shown as the formatted name of a user. */
export function formattedName({
  profile,
  fullName,
}: Pick<ScimUser, 'profile' | 'fullName'>): string {
  return profile.formatted ?? joinedName(profile) ?? fullName;
}

/**
 * Without a `formatted` that is as before where the parts are not: who sends back what was read, with another given name,
 * means what was changed. It stays where one part is given for the first time, which says less.
 */
export function withoutStale<Names extends ScimNames>(names: Names, before: ScimUser): Names {
  const parts = partsOf(names);
  const former = partsOf(before.profile);
  const isRenamed = joinedName(names) !== joinedName(before.profile);
  const saysLess = parts.length === 0 || (parts.length === 1 && former.length === 0);
  return names.formatted === formattedName(before) && isRenamed && !saysLess
    ? { ...names, formatted: null }
    : names;
}

/**
 * Without a `displayName` that said the same as the name, where the name is another one: Okta's PUT leaves it out, and the name
 * of the register has to follow. One that says something else stays.
 */
export function withoutFollower<Names extends ScimNames>(names: Names, before: ScimUser): Names {
  const formatted = formattedName(before);
  const { formatted: given, ...parts } = withoutStale(names, before);
  const wanted = given ?? joinedName(parts) ?? formatted;
  const isFollower =
    names.displayName === before.profile.displayName && names.displayName === formatted;
  return isFollower && wanted !== formatted ? { ...names, displayName: null } : names;
}

export function sameNames(one: ScimNames, other: ScimNames): boolean {
  return (
    one.displayName === other.displayName &&
    one.formatted === other.formatted &&
    one.givenName === other.givenName &&
    one.familyName === other.familyName
  );
}
