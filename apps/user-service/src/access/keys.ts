import { randomUUID } from 'node:crypto';
import type { Fault } from '@triptych/schemas';
import type { Actor } from '../audit/audit.js';
import { InvalidKey, KeyEnded, KeyNotFound } from './access.errors.js';
import { type ApiKey, createSecret, hashOf, type Scope, scopes } from './api-key.js';

export interface KeyStore {
  create(key: NewKey, by: Actor): Promise<ApiKey>;
  /** In the order in which they were made, those that have ended as well. */
  list(page: KeyPage): Promise<ApiKey[]>;
  /** Makes a key with the name and scopes of a former one, which ends after `overlap` seconds at the latest. */
  replace(id: string, fresh: Replacement, overlap: number, by: Actor): Promise<ReplaceOutcome>;
  /** False: there is no such key. One that has ended stays as it is. */
  end(id: string, by: Actor): Promise<boolean>;
}

export interface NewKey extends Replacement {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export interface Replacement {
  readonly id: string;
  readonly hash: string;
  /** Of a replacement, null: when the former one was meant to end. */
  readonly endsAt: Date | null;
}

export interface KeyPage {
  /** Only keys after the one with this id. */
  readonly after: string | undefined;
  readonly limit: number;
}

export type ReplaceOutcome =
  | { readonly kind: 'replaced'; readonly key: ApiKey; readonly replaced: ApiKey }
  | { readonly kind: 'ended' }
  | { readonly kind: 'not-found' };

export interface KeyDraft {
  readonly name: string;
  readonly scopes: readonly string[];
  /** RFC 3339 */
  readonly ends?: string | null | undefined;
}

export interface Rotation {
  /** Seconds. */
  readonly overlap?: number | undefined;
  readonly ends?: string | null | undefined;
}

export type Keys = ReturnType<typeof createKeys>;

/** Seconds for which a key that was replaced goes on being valid, where nothing else is said: a day, for a roll-out. */
export const usualOverlap = 86_400;
export const longestOverlap = 30 * 86_400;

/** The keys that are made, replaced and ended while the service runs. */
export function createKeys(store: KeyStore) {
  return {
    /**
     * The secret is known to nobody afterwards.
     *
     * @throws InvalidKey
     */
    async create(draft: KeyDraft, by: Actor): Promise<{ key: ApiKey; secret: string }> {
      const faults = [...faultsOf(draft), ...faultsOfEnd(draft.ends)];
      if (faults.length > 0) throw new InvalidKey({ faults });
      const { secret, ...made } = withSecret(draft.ends);
      const wanted = scopes.filter((scope) => draft.scopes.includes(scope));
      const key = await store.create({ ...made, name: draft.name.trim(), scopes: wanted }, by);
      return { key, secret };
    },

    /** `more`: there are any after the last of them. */
    async list(page: KeyPage): Promise<{ keys: ApiKey[]; more: boolean }> {
      const found = await store.list({ ...page, limit: page.limit + 1 });
      return { keys: found.slice(0, page.limit), more: found.length > page.limit };
    },

    /**
     * Asked twice, as after a reply that was lost, it makes two keys, and the former one ends when it was first to end.
     *
     * @throws InvalidKey, KeyNotFound, KeyEnded
     */
    async rotate(id: string, { overlap = usualOverlap, ends }: Rotation, by: Actor) {
      const faults = [...faultsOfOverlap(overlap), ...faultsOfEnd(ends)];
      if (faults.length > 0) throw new InvalidKey({ faults });
      const { secret, ...made } = withSecret(ends);
      const outcome = await store.replace(known(id), made, overlap, by);
      if (outcome.kind === 'not-found') throw new KeyNotFound();
      if (outcome.kind === 'ended') throw new KeyEnded();
      const { key, replaced } = outcome;
      return { key, secret, replaced };
    },

    /** @throws KeyNotFound */
    async end(id: string, by: Actor): Promise<void> {
      if (!(await store.end(known(id), by))) throw new KeyNotFound();
    },
  };
}

function withSecret(ends: string | null | undefined): Replacement & { secret: string } {
  const secret = createSecret();
  const endsAt = typeof ends === 'string' ? new Date(ends) : null;
  return { id: randomUUID(), hash: hashOf(secret), endsAt, secret };
}

/** What is no id is the id of no key. */
function known(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new KeyNotFound();
  return id;
}

function faultsOf({ name, scopes: wanted }: KeyDraft): Fault[] {
  const faults: Fault[] = [];
  const length = name.trim().length;
  if (length === 0 || length > 100 || /\p{C}/u.test(name)) {
    faults.push({ pointer: '/name', detail: 'must have 1 to 100 visible characters' });
  }
  if (wanted.length === 0 || wanted.some((scope) => !scopes.includes(scope as Scope))) {
    faults.push({ pointer: '/scopes', detail: `must be some of ${scopes.join(', ')}` });
  }
  return faults;
}

function faultsOfEnd(ends: string | null | undefined): Fault[] {
  if (ends === undefined || ends === null) return [];
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(ends);
  // Date.parse alone reads 30 February as a day of March.
  const day = new Date(`${ends.slice(0, 10)}T00:00:00Z`).getUTCDate();
  if (isMoment && day === Number(ends.slice(8, 10)) && Date.parse(ends) > Date.now()) return [];
  return [{ pointer: '/ends', detail: 'must be a moment in the future, as 2027-01-31T12:00:00Z' }];
}

function faultsOfOverlap(overlap: number): Fault[] {
  if (Number.isInteger(overlap) && overlap >= 0 && overlap <= longestOverlap) return [];
  return [{ pointer: '/overlap', detail: `must be 0 to ${longestOverlap} seconds` }];
}
