import { createHash, randomUUID } from 'node:crypto';
import { isEmailAddress } from './email-address.js';
import type { EmailKeyOf } from '../email-rule/email-key.js';
import type { Outcome, UserStore } from './user-store.port.js';
import { cleanDraft, type CleanDraft } from './user-draft.js';
import type { User, UserDraft } from './user.js';
import {
  EmailTaken,
  IdempotencyKeyReused,
  InvalidIdempotencyKey,
  InvalidUser,
  UserNotFound,
} from './users.errors.js';

/** Two callers may use the same key without knowing of each other. */
export interface IdempotencyKey {
  readonly key: string;
  /** Who sent it; empty: not known. */
  readonly caller: string;
}

export interface Users {
  /**
   * @param once makes it safe to send the same registration again: the first answer is repeated
   * @throws InvalidUser, EmailTaken, InvalidIdempotencyKey, IdempotencyKeyReused
   */
  register(draft: UserDraft, once?: IdempotencyKey): Promise<User>;
  /** @throws UserNotFound */
  readByEmail(email: string): Promise<User>;
}

/** @param emailKeyOf what an e-mail is compared by, beside itself */
export function createUsers(store: UserStore, emailKeyOf: EmailKeyOf): Users {
  return {
    async register(draft, once) {
      const checked = cleanDraft(draft);
      if ('faults' in checked) throw new InvalidUser(checked.faults);
      const user = { id: randomUUID(), ...checked.clean };
      const keyed = { ...user, emailKey: emailKeyOf(user.email) };
      if (once === undefined) {
        if (!(await store.insert(keyed))) throw new EmailTaken();
        return user;
      }
      if (!/^[\x21-\x7e]{1,255}$/.test(once.key)) throw new InvalidIdempotencyKey();
      const request = {
        key: digest([once.caller, once.key]),
        fingerprint: fingerprintOf(checked.clean),
      };
      return userOf(await store.insertOnce(keyed, request));
    },

    async readByEmail(email) {
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
