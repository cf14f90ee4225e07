import { randomUUID } from 'node:crypto';
import type { Actor } from '../audit/audit.js';
import type { UserChanges } from '../management/management.js';
import type { EmailKeyOf } from '../uniqueness/email-key.js';
import { faultOfText, isEmailAddress } from '../users/user-rules.js';
import type { KeyedUser } from '../users/user.js';
import { parseNewUser, parseReplacement, type Storable, storableOf } from './scim-draft.js';
import { type Condition, parseFilter } from './scim-filter.js';
import { parsePatch } from './scim-patch.js';
import { ResourceNotFound, UserNameTaken } from './scim.errors.js';
import { type Conditions, requireVersion } from './scim-version.js';
import { draftOf, type ScimProfile, type ScimUser } from './scim-user.js';

export interface ScimStore {
  find(id: string): Promise<ScimUser | null>;
  /** In an order that stays the same; `total`: how many there are without `offset` and `limit`. */
  list(search: Search): Promise<{ readonly total: number; readonly users: readonly ScimUser[] }>;
  /** In one statement with the entry of the audit log. Null: the e-mail, or its key, is taken. */
  create(user: KeyedUser, profile: ScimProfile, by: Actor): Promise<ScimUser | null>;
  /**
   * What `decide` makes of the user with this id, in one step that no other change can come between, with the entry of the
   * audit log. `decide` may be run again; what it throws is thrown, and nothing was changed.
   */
  edit(id: string, decide: (user: ScimUser) => Edit, by: Actor): Promise<EditOutcome>;
}

export interface Search {
  readonly conditions: readonly KeyedCondition[];
  readonly offset: number;
  readonly limit: number;
}

/** With what an e-mail is compared by; null: itself. */
export type KeyedCondition = Condition & { readonly key?: string | null };

export type Edit =
  | { readonly kind: 'write'; readonly changes: UserChanges; readonly profile: ScimProfile }
  | { readonly kind: 'remove' }
  | { readonly kind: 'leave' };

export type EditOutcome =
  | { readonly kind: 'edited'; readonly user: ScimUser }
  | { readonly kind: 'removed' | 'not-found' | 'email-taken' };

/** As in a query; absent: the usual. */
export interface ListRequest {
  readonly filter?: string | undefined;
  readonly startIndex?: number | undefined;
  readonly count?: number | undefined;
}

export const mostResults = 200;
const usualResults = 100;
/** Beyond it there is nobody; a larger number could not be told the database. */
const lastIndex = 2 ** 31;

export type ScimUsers = ReturnType<typeof createScimUsers>;

export function createScimUsers(store: ScimStore, emailKeyOf: EmailKeyOf) {
  return { ...readingOf(store, emailKeyOf), ...changingOf(store, emailKeyOf) };
}

function readingOf(store: Pick<ScimStore, 'find' | 'list'>, emailKeyOf: EmailKeyOf) {
  return {
    /** One page, counted from 1; what lies outside of the limits is taken for the limit (RFC 7644, 3.4.2.4). @throws InvalidFilter */
    async list({ filter, startIndex = 1, count = usualResults }: ListRequest) {
      const first = Math.min(Math.max(startIndex, 1), lastIndex);
      const conditions = filter === undefined ? [] : parseFilter(filter);
      const { total, users } = await store.list({
        conditions: conditions.map((condition) => keyed(condition, emailKeyOf)),
        offset: first - 1,
        limit: Math.min(Math.max(count, 0), mostResults),
      });
      return { total, users, startIndex: first };
    },

    /** @throws ResourceNotFound */
    async read(id: string): Promise<ScimUser> {
      const user = isId(id) ? await store.find(id) : null;
      if (user === null) throw new ResourceNotFound();
      return user;
    },
  };
}

/** A change is refused, where the version is none of those that its conditions allow, by VersionMismatch. */
function changingOf(store: Pick<ScimStore, 'create' | 'edit'>, emailKeyOf: EmailKeyOf) {
  async function edit(id: string, decide: (user: ScimUser) => Edit, by: Actor) {
    const outcome = isId(id) ? await store.edit(id, decide, by) : notFound;
    if (outcome.kind === 'not-found') throw new ResourceNotFound();
    if (outcome.kind === 'email-taken') throw new UserNameTaken();
    return outcome;
  }

  async function write(
    id: string,
    makeOf: (user: ScimUser) => Storable,
    conditions: Conditions,
    by: Actor,
  ): Promise<ScimUser> {
    const decide = (user: ScimUser): Edit => {
      requireVersion(user, conditions);
      return editOf(user, makeOf(user), emailKeyOf);
    };
    const outcome = await edit(id, decide, by);
    if (outcome.kind !== 'edited') throw new ResourceNotFound();
    return outcome.user;
  }

  return {
    /** @throws InvalidValue, UserNameTaken */
    async create(body: object, by: Actor): Promise<ScimUser> {
      const { clean, profile } = parseNewUser(body);
      const user = { id: randomUUID(), ...clean, emailKey: emailKeyOf(clean.email) };
      const created = await store.create(user, profile, by);
      if (created === null) throw new UserNameTaken();
      return created;
    },

    /** @throws InvalidValue, ResourceNotFound, UserNameTaken, VersionMismatch */
    replace(id: string, body: object, conditions: Conditions, by: Actor): Promise<ScimUser> {
      return write(id, (user) => parseReplacement(user, body), conditions, by);
    },

    /** @throws as `replace`, and InvalidSyntax, InvalidPath, NoTarget, NotMutable, TooManyOperations */
    async patch(id: string, body: object, conditions: Conditions, by: Actor): Promise<ScimUser> {
      const patch = parsePatch(body);
      return write(id, (user) => storableOf(patch(draftOf(user)), user), conditions, by);
    },

    /** @throws ResourceNotFound, VersionMismatch */
    async remove(id: string, conditions: Conditions, by: Actor): Promise<void> {
      const decide = (user: ScimUser): Edit => {
        requireVersion(user, conditions);
        return { kind: 'remove' };
      };
      await edit(id, decide, by);
    },
  };
}

/** What no stored text can be equal to is not asked for: PostgreSQL refuses some of it. */
function keyed(condition: Condition, emailKeyOf: EmailKeyOf): KeyedCondition {
  switch (condition.kind) {
    case 'userName':
    case 'email':
      return isEmailAddress(condition.value)
        ? { ...condition, key: emailKeyOf(condition.value) }
        : nobody;
    case 'externalId':
      return faultOfText('', condition.value, { shortest: 1, longest: 255 }).length === 0
        ? condition
        : nobody;
    case 'id':
      return isId(condition.value) ? condition : nobody;
    default:
      return condition;
  }
}

const notFound: EditOutcome = { kind: 'not-found' };
const nobody: Condition = { kind: 'nobody' };

function isId(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}

/** A request that would change nothing writes nothing (RFC 7644, 3.5.2.1). */
function editOf(user: ScimUser, { clean, profile }: Storable, emailKeyOf: EmailKeyOf): Edit {
  const { email, ...rest } = clean;
  const isSameUser = (Object.keys(clean) as (keyof typeof clean)[]).every(
    (name) => clean[name] === user[name],
  );
  const isSameProfile = (Object.keys(profile) as (keyof typeof profile)[]).every(
    (name) => profile[name] === user.profile[name],
  );
  if (isSameUser && isSameProfile) return { kind: 'leave' };
  const moves = email === user.email ? {} : { email, emailKey: emailKeyOf(email) };
  return { kind: 'write', changes: { ...rest, ...moves }, profile };
}
