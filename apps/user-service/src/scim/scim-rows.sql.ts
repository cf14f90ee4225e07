import { namesIn } from './scim-names.js';
import type { ScimNames, ScimUser } from './scim-user.js';

/** Of `users AS u` and, where there is one, `scim_users AS s`. */
export const scimColumns = `
  u.id::text, u.full_name AS "fullName", u.email, u.phone, u.contact_address AS "contactAddress",
  u.created_at AS "createdAt", greatest(u.updated_at, s.updated_at) AS "changedAt", s.external_id AS "externalId",
  coalesce(s.active, true) AS active, s.full_name AS "namedFor", s.display_name AS "displayName", s.formatted,
  s.given_name AS "givenName", s.family_name AS "familyName", s.work_email AS "workEmail"`;

export interface ScimRow extends Omit<ScimUser, 'profile'>, ScimNames {
  readonly externalId: string | null;
  readonly active: boolean;
  readonly workEmail: string | null;
  /** The name that the register had when the others were given; null: none were. */
  readonly namedFor: string | null;
}

/** Names that belong to a former name of the register are forgotten: somebody has changed it by another way. */
export function toScimUser(row: ScimRow): ScimUser {
  const { id, fullName, email, phone, contactAddress, createdAt, changedAt } = row;
  const { externalId, active, workEmail, displayName, formatted, givenName, familyName } = row;
  const names =
    row.namedFor === fullName
      ? { displayName, formatted, givenName, familyName }
      : namesIn(fullName);
  const profile = { externalId, active, workEmail, ...names };
  return { id, fullName, email, phone, contactAddress, createdAt, changedAt, profile };
}
