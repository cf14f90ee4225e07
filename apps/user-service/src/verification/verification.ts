import type { Language } from '../languages/languages.js';
import { isEmailAddress } from '../users/user-rules.js';
import type { User } from '../users/user.js';
import { hashOfLink, isLinkSecret } from './verification-link.js';
import { InvalidVerificationRequest } from './verification.errors.js';

export interface VerificationStore {
  /** Notes that somebody wants a mail to this address; does the same, and takes as long, whoever has it. */
  request(email: string, language: Language): Promise<void>;
  /** False: no link has this hash, or it was used, its time is over, or the user has another e-mail by now. */
  prove(hash: string): Promise<boolean>;
  /** When they were proven, by ID; without those that were not, or whose e-mail is another one by now. */
  verifiedAt(users: readonly Pick<User, 'id' | 'email'>[]): Promise<ReadonlyMap<string, Date>>;
}

export type Verification = ReturnType<typeof createVerification>;

/** Proof that an e-mail is of whoever registered it (ADR 0060). */
export function createVerification(
  store: VerificationStore,
  count?: { readonly pressed: (outcome: 'verified' | 'invalid') => void },
) {
  return {
    /**
     * Asks for a mail, which is sent later, if the address is of a user who may be sent one. Nobody learns that.
     *
     * @throws InvalidVerificationRequest
     */
    async request(written: string, language: Language): Promise<void> {
      const email = written.trim();
      if (!isEmailAddress(email)) {
        const faults = [{ pointer: '/Email', detail: 'must be an e-mail address' }];
        throw new InvalidVerificationRequest({ faults });
      }
      await store.request(email, language);
    },

    /** Whether the press proved an e-mail; once for each link. */
    async prove(secret: string): Promise<boolean> {
      const isProven = isLinkSecret(secret) && (await store.prove(hashOfLink(secret)));
      count?.pressed(isProven ? 'verified' : 'invalid');
      return isProven;
    },

    /** When each user has proven the e-mail: null, not yet. In the order of the users. */
    async verifiedAt(users: readonly Pick<User, 'id' | 'email'>[]): Promise<(Date | null)[]> {
      if (users.length === 0) return [];
      const proven = await store.verifiedAt(users);
      return users.map(({ id }) => proven.get(id) ?? null);
    },
  };
}
