import {
  type Attempt,
  boundedLockWait,
  inBatches,
  isContention,
  type Statements,
} from '@triptych/postgres';
import type { Actor } from '../audit/audit.js';
import { usualLanguage } from '../languages/languages.js';
import type { KeyedUser, NewUser, User } from './user.js';
import type { UserStore } from './users.js';

// With two statements under way one travels while the other runs; more items make a single one no cheaper.
const size = { concurrency: 2, maxSize: 128 };
// An import leaves room for the registrations beside it, and its rows are free again soon.
const importSize = { concurrency: 1, maxSize: 100 };

export interface SqlUserStore extends Pick<UserStore, 'insert' | 'findByEmail'> {
  /**
   * Stores all whose e-mail is free, the first of those that share one, each with its entry in the audit log.
   *
   * @throws when the database failed; a user whose row others lock for too long is left out instead
   */
  readonly insertAll: (users: readonly KeyedUser[], by: Actor) => Promise<Stored>;
}

/** Ids of users. */
export interface Stored {
  readonly stored: ReadonlySet<string>;
  readonly leftOut: ReadonlySet<string>;
}

/**
 * The statements that carry many users at once: registrations, and look-ups, that arrive together share one, and so do
 * the lines of an import (ADR 0013, 0030).
 *
 * @param timeoutMs after which all of them fail, whatever the database does
 * @param sendsMails whether each registration stores that its mail is due; an import never does (ADR 0060)
 */
export function createSqlUserStore(
  database: Statements,
  timeoutMs: number,
  sendsMails = false,
): SqlUserStore {
  const inserts = { timeoutMs, repeatable: true, locksOf: (user: KeyedUser) => [orderOf(user)] };
  const importOne = inBatches(
    insertUsers<KeyedUser & Actor>(database, importStatement, [...columns, 'key', 'requestId']),
    { ...importSize, ...inserts },
  );
  return {
    insert: inBatches(
      sendsMails
        ? insertUsers<NewUser>(database, insertWithMailStatement, [...columns, 'language'])
        : insertUsers<NewUser>(database, insertStatement, columns),
      { ...size, ...inserts },
    ),
    findByEmail: inBatches(findUsers(database), { ...size, timeoutMs, repeatable: true }),
    insertAll: async (users, by) => {
      const outcomes = await Promise.allSettled(users.map((user) => importOne({ ...user, ...by })));
      const [stored, leftOut] = [new Set<string>(), new Set<string>()];
      outcomes.forEach((outcome, n) => {
        const { id } = users[n]!;
        if (outcome.status === 'fulfilled') return outcome.value && stored.add(id);
        if (!isContention(outcome.reason)) throw outcome.reason;
        return leftOut.add(id);
      });
      return { stored, leftOut };
    },
  };
}

const findStatement = `
  SELECT id, full_name AS "fullName", email, phone, contact_address AS "contactAddress"
  FROM users WHERE email = ANY ($1::text[])`;

function findUsers(database: Statements) {
  return async (emails: readonly string[], { signal }: Attempt) => {
    const values = [[...new Set(emails)]];
    const users = await database.prepared<User>({ text: findStatement, values }, signal);
    const byEmail = new Map(users.map((user) => [user.email, user]));
    return emails.map((email) => byEmail.get(email) ?? null);
  };
}

// The rows go in in their order. A taken e-mail is no error, so PostgreSQL does not write it into its log.
const insertStatement = `
  INSERT INTO users (id, email, email_key, full_name, phone, contact_address)
  SELECT * FROM unnest ($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
  WHERE ${boundedLockWait} ON CONFLICT DO NOTHING RETURNING id`;
const insertWithMailStatement = `
  WITH stored AS (${insertStatement}),
  due AS (
    INSERT INTO verification_mails (user_id, language)
    SELECT id, coalesce(line.language, '${usualLanguage}') FROM stored JOIN unnest ($1::uuid[], $7::text[]) AS line (id, language) USING (id)
  )
  SELECT id FROM stored`;
const importStatement = `
  WITH stored AS (${insertStatement}),
  audited AS (
    INSERT INTO audit (action, subject, key, request_id)
    SELECT 'user.imported', id, line.key, line.request_id
    FROM stored JOIN unnest ($1::uuid[], $7::text[], $8::text[]) AS line (id, key, request_id) USING (id)
  )
  SELECT id FROM stored`;
const findStored = 'SELECT id FROM users WHERE id = ANY ($1::uuid[])';
export const columns = ['id', 'email', 'emailKey', 'fullName', 'phone', 'contactAddress'] as const;

/** In one order everywhere, so that replicas that register the same e-mails at once cannot deadlock. */
function insertUsers<Item extends KeyedUser>(
  database: Statements,
  text: string,
  names: readonly (keyof Item)[],
) {
  return async (users: readonly Item[], { signal, again }: Attempt): Promise<boolean[]> => {
    const rows = inLockOrder(users);
    const values = names.map((name) => rows.map((row) => row[name]));
    const stored = await database.prepared<Row>({ text, values }, signal);
    // The ids are new ones of this process: a user who has one was stored before the connection was lost.
    if (again) {
      stored.push(...(await database.prepared<Row>({ text: findStored, values: [values[0]] })));
    }
    const ids = new Set(stored.map(({ id }) => id));
    return users.map(({ id }) => ids.has(id));
  };
}

interface Row {
  readonly id: string;
}

export function inLockOrder<Keyed extends Pick<KeyedUser, 'email' | 'emailKey'>>(
  users: readonly Keyed[],
): Keyed[] {
  return [...users].sort((one, other) => compare(orderOf(one), orderOf(other)));
}

// Users with the same e-mail have the same key, but not the other way round.
export function orderOf({ emailKey, email }: Pick<KeyedUser, 'email' | 'emailKey'>): string {
  return emailKey ?? email;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
