import type { ScimUser } from './scim-user.js';
import { formattedName } from './scim-names.js';
import { versionOf } from './scim-version.js';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Where the resources are, as the caller addressed the service. */
export function baseOf({ protocol, host }: { protocol: string; host: string }): string {
  return `${protocol}://${host}/scim/v2`;
}

/** A user as SCIM sends it: without what there is none of. */
export function userToScim(user: ScimUser, base: string) {
  const { id, email, fullName, phone, contactAddress, profile, createdAt, changedAt } = user;
  const { externalId, active, workEmail, givenName, familyName } = profile;
  const formatted = formattedName(user);
  return {
    schemas: [userSchema],
    id,
    ...(externalId !== null && { externalId }),
    userName: email,
    name: {
      formatted,
      ...(familyName !== null && { familyName }),
      ...(givenName !== null && { givenName }),
    },
    displayName: fullName,
    active,
    emails: [{ value: workEmail ?? email, type: 'work', primary: true }],
    ...(phone !== '' && { phoneNumbers: [{ value: phone, type: 'work' }] }),
    ...(contactAddress !== '' && { addresses: [{ formatted: contactAddress, type: 'work' }] }),
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      lastModified: changedAt.toISOString(),
      location: locationOf(user, base),
      version: versionOf(user),
    },
  };
}

export function locationOf({ id }: Pick<ScimUser, 'id'>, base: string): string {
  return `${base}/Users/${id}`;
}

/** RFC 7644, 3.4.2 */
export function listToScim<Resource extends object>(
  resources: readonly Resource[],
  { total = resources.length, startIndex = 1 }: { total?: number; startIndex?: number } = {},
) {
  return {
    schemas: [listSchema],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: [...resources],
  };
}
