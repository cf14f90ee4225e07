import { createHash, randomUUID } from 'node:crypto';
import { type Language, usualLanguage } from '../languages/languages.js';
import type { EmailKeyOf } from '../uniqueness/email-key.js';
import { cleanDraft, type CleanDraft, isEmailAddress } from './user-rules.js';
import type { NewUser, User, UserDraft } from './user.js';
import {
  EmailTaken,
  IdempotencyKeyReused,
  InvalidIdempotencyKey,
  InvalidUser,
  UserNotFound,
} from './users.errors.js';

export interface UserStore {
  /** Stores the user in one step that no other registration can come between; false: the e-mail, or its key, is taken. */
  insert(user: NewUser): Promise<boolean>;
  /** The same, and stores the outcome under the key for 24 hours: both, or neither. */
  insertOnce(user: NewUser, request: RepeatableRequest): Promise<Outcome>;
  /** Exactly this e-mail, byte by byte. */
  findByEmail(email: string): Promise<User | null>;
}

/** A registration that may be sent again, and then has the outcome of the first time. */
export interface RepeatableRequest {
  /** At most 255 characters. */
  readonly key: string;
  /** Differs between two registrations with the same key. */
  readonly fingerprint: string;
}

/** `registered` may be the outcome of an earlier request with the same key. */
export type Outcome =
  | { readonly kind: 'registered'; readonly user: User }
  | { readonly kind: 'email-taken' }
  | { readonly kind: 'key-reused' };

/** Two callers may use the same key independently. */
export interface IdempotencyKey {
  readonly key: string;
  /** Who sent it; empty: not known. */
  readonly caller: string;
}

export type Users = ReturnType<typeof createUsers>;

/** @param emailKeyOf what an e-mail is compared by, beside itself */
export function createUsers(store: UserStore, emailKeyOf: EmailKeyOf) {
  return {
    /**
     * @param idempotency makes it safe to send the same registration again: it has the outcome of the first time
     * @param language of the mail that proves the e-mail, where mails are sent
     * @throws InvalidUser, EmailTaken, InvalidIdempotencyKey, IdempotencyKeyReused
     */
    async register(
      draft: UserDraft,
      idempotency?: IdempotencyKey,
      language: Language = usualLanguage,
    ): Promise<User> {
      const checked = cleanDraft(draft);
      if ('faults' in checked) throw new InvalidUser(checked);
      const user = { id: randomUUID(), ...checked.clean };
      const fresh = { ...user, emailKey: emailKeyOf(user.email), language };
      if (idempotency === undefined) {
        if (!(await store.insert(fresh))) throw new EmailTaken();
        return user;
      }
      if (!/^[\x21-\x7e]{1,255}$/.test(idempotency.key)) throw new InvalidIdempotencyKey();
      const request = {
        key: digest([idempotency.caller, idempotency.key]),
        fingerprint: fingerprintOf(checked.clean),
      };
      return userOf(await store.insertOnce(fresh, request));
    },

    /** @throws UserNotFound */
    async readByEmail(email: string): Promise<User> {
      const user = isEmailAddress(email) ? await store.findByEmail(email) : null;
      if (user === null) throw new UserNotFound();
      return user;
    },
  };
}

function userOf(outcome: Outcome): User {
  if (outcome.kind === 'email-taken') throw new EmailTaken();
  if (outcome.kind === 'key-reused') throw new IdempotencyKeyReused();
  return outcome.user;
}

function fingerprintOf({ fullName, email, phone, contactAddress }: CleanDraft): string {
  return digest([fullName, email, phone, contactAddress]);
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
