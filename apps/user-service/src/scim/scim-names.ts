import type { ScimNames } from './scim-user.js';

const longestName = 200;

/** Given and family name; undefined: there is neither. */
export function joinedName({
  givenName,
  familyName,
}: Pick<ScimNames, 'givenName' | 'familyName'>): string | undefined {
  const parts = [givenName, familyName].filter((part) => part !== null);
  return parts.length === 0 ? undefined : parts.join(' ');
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

export function sameNames(one: ScimNames, other: ScimNames): boolean {
  return (
    one.displayName === other.displayName &&
    one.formatted === other.formatted &&
    one.givenName === other.givenName &&
    one.familyName === other.familyName
  );
}
