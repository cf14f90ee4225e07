import type { EmailKeyOf } from '../email-rule/email-key.js';
import { isEmailAddress } from '../users/email-address.js';
import { cleanPatch } from '../users/user-draft.js';
import type { User, UserPatch } from '../users/user.js';
import { EmailTaken, InvalidUser, UserNotFound } from '../users/users.errors.js';
import type { Page, UserChanges, UserDirectory } from './user-directory.port.js';

export interface Management {
  /** Users in the byte order of their e-mails; `more` tells whether there are any after the last of them. */
  list(page: Page): Promise<{ readonly users: readonly User[]; readonly more: boolean }>;
  /** @throws InvalidUser, UserNotFound, EmailTaken */
  change(email: string, patch: UserPatch): Promise<User>;
  /** @throws UserNotFound */
  remove(email: string): Promise<void>;
  /** All users after `after`, a page at a time, each read when the one before was taken. */
  exportAll(from: Omit<Page, 'limit'>): AsyncGenerator<readonly User[]>;
}

const exportPage = 1000;

export function createManagement(directory: UserDirectory, emailKeyOf: EmailKeyOf): Management {
  return {
    async list(page) {
      const found = await directory.list({ ...page, limit: page.limit + 1 });
      return { users: found.slice(0, page.limit), more: found.length > page.limit };
    },

    async change(email, patch) {
      const checked = cleanPatch(patch);
      if ('faults' in checked) throw new InvalidUser(checked.faults);
      if (!isEmailAddress(email)) throw new UserNotFound();
      const outcome = await directory.change(email, withKey(checked.clean, emailKeyOf));
      if (outcome.kind === 'not-found') throw new UserNotFound();
      if (outcome.kind === 'email-taken') throw new EmailTaken();
      return outcome.user;
    },

    async remove(email) {
      if (!isEmailAddress(email) || !(await directory.remove(email))) throw new UserNotFound();
    },

    async *exportAll({ after, prefix }) {
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
