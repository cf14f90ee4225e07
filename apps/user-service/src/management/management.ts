import type { Actor } from '../audit/audit.js';
import type { EmailKeyOf } from '../uniqueness/email-key.js';
import { cleanPatch, isEmailAddress } from '../users/user-rules.js';
import type { KeyedUser, User, UserPatch } from '../users/user.js';
import { EmailTaken, InvalidUser, UserNotFound } from '../users/users.errors.js';

export interface UserDirectory {
  /** Users in the byte order of their e-mails. */
  list(page: Page): Promise<User[]>;
  /** In one step that no other change or registration can come between. */
  change(email: string, changes: UserChanges, by: Actor): Promise<ChangeOutcome>;
  /** False: no user had this e-mail. */
  remove(email: string, by: Actor): Promise<boolean>;
}

export interface Page {
  /** Only users whose e-mail comes after this one; empty: from the first. */
  readonly after: string;
  /** Only users whose e-mail begins with this, byte by byte; empty: all. */
  readonly prefix: string;
  readonly limit: number;
}

/** Members that are absent stay as they are. A new e-mail comes with its key. */
export type UserChanges = Partial<Omit<User, 'id' | 'email'>> &
  (Pick<KeyedUser, 'email' | 'emailKey'> | { readonly email?: never });

export type ChangeOutcome =
  | { readonly kind: 'changed'; readonly user: User }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'email-taken' };

export type Management = ReturnType<typeof createManagement>;

const exportPage = 1000;

export function createManagement(directory: UserDirectory, emailKeyOf: EmailKeyOf) {
  return {
    /** Users in the byte order of their e-mails; `more`: there are any after the last of them. */
    async list(page: Page) {
      const found = await directory.list({ ...page, limit: page.limit + 1 });
      return { users: found.slice(0, page.limit), more: found.length > page.limit };
    },

    /** @throws InvalidUser, UserNotFound, EmailTaken */
    async change(email: string, patch: UserPatch, by: Actor): Promise<User> {
      const checked = cleanPatch(patch);
      if ('faults' in checked) throw new InvalidUser(checked);
      if (!isEmailAddress(email)) throw new UserNotFound();
      const outcome = await directory.change(email, withKey(checked.clean, emailKeyOf), by);
      if (outcome.kind === 'not-found') throw new UserNotFound();
      if (outcome.kind === 'email-taken') throw new EmailTaken();
      return outcome.user;
    },

    /** @throws UserNotFound */
    async remove(email: string, by: Actor): Promise<void> {
      if (!isEmailAddress(email) || !(await directory.remove(email, by))) throw new UserNotFound();
    },

    /** All users after `after`, a page at a time, each read when the one before was consumed. */
    async *exportAll({ after, prefix }: Omit<Page, 'limit'>): AsyncGenerator<readonly User[]> {
      for (let last = after; ;) {
        const page = await directory.list({ after: last, prefix, limit: exportPage });
        if (page.length > 0) yield page;
        if (page.length < exportPage) return;
        last = page.at(-1)!.email;
      }
    },
  };
}

function withKey(
  { email, ...rest }: Partial<Omit<User, 'id'>>,
  emailKeyOf: EmailKeyOf,
): UserChanges {
  return email === undefined ? rest : { ...rest, email, emailKey: emailKeyOf(email) };
}
