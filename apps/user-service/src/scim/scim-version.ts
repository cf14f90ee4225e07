import { createHash } from 'node:crypto';
import { VersionMismatch } from './scim.errors.js';
import type { ScimUser } from './scim-user.js';

/**
 * The entity tag of a user: a digest of all that SCIM shows, so it changes with whatever changes the user, be it the
 * release before or an operator's SQL. Weak, since `attributes` makes other representations of the same version.
 */
export function versionOf(user: ScimUser): string {
  const { id, fullName, email, phone, contactAddress, profile, changedAt } = user;
  const { externalId, active, displayName, formatted, givenName, familyName, workEmail } = profile;
  const shown = [
    ...[id, fullName, email, phone, contactAddress, changedAt.getTime()],
    ...[externalId, active, displayName, formatted, givenName, familyName, workEmail],
  ];
  const digest = createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
  return `W/"${digest.slice(0, 22)}"`;
}

/** Whether a condition of a request names the version; `*` is any. RFC 7644, 3.14 compares weak tags in If-Match, too. */
export function matchesVersion(condition: string, version: string): boolean {
  const opaque = version.slice('W/'.length);
  const tags = condition.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.some((tag) => tag === '*' || tag === opaque);
}

/** Of a request that changes a user, as its headers are; absent: any version will do. */
export interface Conditions {
  readonly 'if-match'?: string | undefined;
  /** RFC 9110, 13.1.2: what is not to be changed; `*` is whatever there is. */
  readonly 'if-none-match'?: string | undefined;
}

/** @throws VersionMismatch */
export function requireVersion(user: ScimUser, conditions: Conditions): void {
  const { 'if-match': wanted, 'if-none-match': unwanted } = conditions;
  const version = versionOf(user);
  const isWanted = wanted === undefined || matchesVersion(wanted, version);
  if (!isWanted || (unwanted !== undefined && matchesVersion(unwanted, version))) {
    throw new VersionMismatch();
  }
}
