import type { KeyedUser, User } from '../users/user.js';

export interface Page {
  /** Only users whose e-mail comes after this one; empty: from the first. */
  readonly after: string;
  /** Only users whose e-mail begins with this, byte by byte; empty: all. */
  readonly prefix: string;
  readonly limit: number;
}

/** What is left out stays as it is. A new e-mail comes with its key. */
export type UserChanges = Partial<Omit<User, 'id' | 'email'>> &
  (Pick<KeyedUser, 'email' | 'emailKey'> | { readonly email?: never });

export type ChangeOutcome =
  | { readonly kind: 'changed'; readonly user: User }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'email-taken' };

export interface UserDirectory {
  /** Users in the byte order of their e-mails. */
  list(page: Page): Promise<User[]>;
  /** In one step that no other change or registration can come between. */
  change(email: string, changes: UserChanges): Promise<ChangeOutcome>;
  /** False: no user had this e-mail. */
  remove(email: string): Promise<boolean>;
  /** Keeps all whose e-mail is free, the first of those that share one; returns the ids of the users kept. */
  insertAll(users: readonly KeyedUser[]): Promise<ReadonlySet<string>>;
}
