// Users as SCIM sees them: those of the register, each with what is kept beside, where something is (ADR 0062). Changes of one
// user are in scim-edit.prisma.ts.
import { boundedLockWait, RequestTime, type Statements, withRetry } from '@triptych/postgres';
import { scimColumns, type ScimRow, toScimUser } from './scim-rows.sql.js';
import type { KeyedCondition, ScimStore } from './scim-users.js';

/** @param timeoutMs after which each statement fails, whatever the database does */
export function createSqlScimStore(
  database: Statements,
  timeoutMs: number,
): Pick<ScimStore, 'find' | 'list' | 'create'> {
  const run = <Row>(text: string, values: readonly unknown[]) =>
    database.prepared<Row>({ text, values });
  const inTime = <Result>(work: () => Promise<Result>) => new RequestTime(timeoutMs).run(work);
  return {
    find: (id) =>
      inTime(async () => {
        const [row] = await run<ScimRow>(findStatement, [id]);
        return row === undefined ? null : toScimUser(row);
      }),
    list: ({ conditions, offset, limit }) =>
      inTime(async () => {
        const { where, values } = whereOf(conditions);
        const [counted] = await run<{ total: number }>(countStatement(where), values);
        const total = counted?.total ?? 0;
        if (offset >= total || limit === 0) return { total, users: [] };
        const rows = await run<ScimRow>(pageStatement(where, values.length), [
          ...values,
          offset,
          limit,
        ]);
        return { total, users: rows.map(toScimUser) };
      }),
    create: (user, profile, by) =>
      inTime(async () => {
        const { id, email, emailKey, fullName, phone, contactAddress } = user;
        const { externalId, active, workEmail, ...names } = profile;
        const values = [
          ...[id, email, emailKey, fullName, phone, contactAddress, externalId, active, workEmail],
          ...[names.displayName, names.formatted, names.givenName, names.familyName],
          ...[by.key, by.requestId],
        ];
        const [row] = await withRetry(() => run<ScimRow>(createStatement, values));
        return row === undefined ? null : toScimUser(row);
      }),
  };
}

const joined = 'users AS u LEFT JOIN scim_users AS s ON s.user_id = u.id';

const findStatement = `SELECT ${scimColumns} FROM ${joined} WHERE u.id = $1::uuid`;

// A statement for each set of conditions, so that each has an index.
const countStatement = (where: string) => `SELECT count(*)::int AS total FROM users AS u ${where}`;

/** The ids alone are counted off; what is shown is read of one page. */
const pageStatement = (where: string, values: number) => `
  SELECT ${scimColumns} FROM (
    SELECT id FROM users AS u ${where} ORDER BY id OFFSET $${values + 1}::bigint LIMIT $${values + 2}::int
  ) AS page JOIN users AS u USING (id) LEFT JOIN scim_users AS s ON s.user_id = u.id ORDER BY u.id`;

function whereOf(conditions: readonly KeyedCondition[]) {
  const values: unknown[] = [];
  const place = (value: unknown, type = 'text') => `$${values.push(value)}::${type}`;
  const all = conditions.map((condition) => `(${sqlOf(condition, place)})`);
  return { where: all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`, values };
}

type Place = (value: unknown, type?: string) => string;

function sqlOf(condition: KeyedCondition, place: Place): string {
  switch (condition.kind) {
    case 'id':
      return `u.id = ${place(condition.value, 'uuid')}`;
    case 'userName':
      return sameEmail('u', condition, place);
    case 'externalId':
      return `u.id IN (SELECT user_id FROM scim_users WHERE external_id = ${place(condition.value)})`;
    case 'email':
      return `u.id IN (
        SELECT user_id FROM scim_users WHERE work_email = ${place(condition.value)}
        UNION ALL SELECT id FROM users WHERE ${sameEmail('users', condition, place)}
          AND NOT EXISTS (SELECT FROM scim_users WHERE user_id = users.id AND work_email IS NOT NULL))`;
    case 'active':
      return condition.value
        ? 'NOT EXISTS (SELECT FROM scim_users WHERE user_id = u.id AND NOT active)'
        : 'u.id IN (SELECT user_id FROM scim_users WHERE NOT active)';
    case 'nobody':
      return 'false';
  }
}

function sameEmail(
  table: string,
  { value, key = null }: { readonly value: string; readonly key?: string | null },
  place: Place,
): string {
  return key === null ? `${table}.email = ${place(value)}` : `${table}.email_key = ${place(key)}`;
}

// A taken e-mail is no error, so PostgreSQL does not write it into its log.
const createStatement = `
  WITH stored AS (
    INSERT INTO users (id, email, email_key, full_name, phone, contact_address)
    SELECT $1::uuid, $2::text, $3::text, $4::text, $5::text, $6::text WHERE ${boundedLockWait}
    ON CONFLICT DO NOTHING RETURNING *
  ),
  kept AS (
    INSERT INTO scim_users (user_id, external_id, active, work_email, full_name, display_name, formatted, given_name, family_name)
    SELECT id, $7::text, $8::boolean, $9::text, full_name, $10::text, $11::text, $12::text, $13::text FROM stored RETURNING *
  ),
  audited AS (
    INSERT INTO audit (action, subject, key, request_id)
    SELECT 'user.registered', id, $14::text, $15::text FROM stored
  )
  SELECT ${scimColumns} FROM stored AS u JOIN kept AS s ON s.user_id = u.id`;
