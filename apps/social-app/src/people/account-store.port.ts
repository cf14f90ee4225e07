/** What a provider says about someone, checked by whoever read it. */
export interface ProviderIdentity {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
  /** Set only for a verified address; see `toEmailKey`. */
  readonly emailKey: string | null;
}

export interface User {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  /** See `pictureAddress`. */
  readonly image: string | null;
  /** In lower case, without `@`; see `parseHandle`. */
  readonly handle: string | null;
}

/** One way to sign in, as its user sees it. */
export interface LinkedAccount {
  readonly id: string;
  readonly provider: string;
  /** Who one is there: between the provider and us, and of no use to others. */
  readonly issuer: string;
  readonly subject: string;
  /** What the provider said last; it distinguishes two accounts at one provider. */
  readonly email: string | null;
  readonly linkedAt: Date;
}

export interface AccountStore {
  /**
   * The user of (issuer, subject), made at the first sight of it. The profile follows the account linked first and is
   * brought up to date at each sign-in with that one, but for a name its user has chosen.
   * 'email-taken': a newcomer whose verified address another user holds. Accounts are never joined by address.
   */
  admit(identity: ProviderIdentity): Promise<User | 'email-taken'>;
  /** Adds a way to sign in. 'taken': (issuer, subject) is another user's already; false: there is no such user. */
  link(userId: string, identity: ProviderIdentity): Promise<boolean | 'taken'>;
  /**
   * Takes a way to sign in away; of racing calls the last account stays. When it was the one linked first, the profile
   * follows the next from now on, and an address that only the unlinked one proved is free again.
   */
  unlink(userId: string, accountId: string): Promise<'unlinked' | 'not-found' | 'last'>;
  /** Linked first comes first. */
  listAccounts(userId: string): Promise<LinkedAccount[]>;
  /** From now on the name is this one, whatever a provider says. Null: there is no such user. */
  rename(userId: string, name: string): Promise<User | null>;
  findById(id: string): Promise<User | null>;
  /** Whether the address leads to them: their provider has confirmed it, and it was nobody else's. */
  hasConfirmedEmail(id: string): Promise<boolean>;
  /** Where the provider keeps the picture; null also when there is no such user. */
  findPictureSource(id: string): Promise<string | null>;
  /** By a verified address only. */
  findByEmailKey(emailKey: string): Promise<User | null>;
}
