/** What a provider says about someone, checked by whoever read it. */
export interface ProviderIdentity {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
  /** Set only for a verified address; see email-mapping.ts. */
  readonly emailKey: string | null;
}

export interface User {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
}

export interface AccountStore {
  /**
   * The user of (issuer, subject), made at the first sight of it, brought up to date at every other.
   * 'email-taken': a newcomer whose verified address another user holds. Accounts are never joined by address.
   */
  admit(identity: ProviderIdentity): Promise<User | 'email-taken'>;
  findById(id: string): Promise<User | null>;
  /** By a verified address only. */
  findByEmailKey(emailKey: string): Promise<User | null>;
}
