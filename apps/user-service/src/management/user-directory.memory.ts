import type { KeyedUser, User } from '../users/user.js';
import type { UserDirectory } from './user-directory.port.js';

const bytewise = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));
const withoutKey = ({ emailKey: _key, ...user }: KeyedUser): User => user;

/** The directory of a test: same behaviour as the database, as long as the process lives. */
export function memoryUserDirectory(): UserDirectory {
  const users = new Map<string, KeyedUser>();
  const isTaken = (email: string, emailKey: string | null, except?: string) =>
    [...users.values()].some(
      (user) =>
        user.id !== except &&
        (user.email === email || (emailKey !== null && user.emailKey === emailKey)),
    );
  return {
    list: async ({ after, prefix, limit }) =>
      [...users.values()]
        .filter(({ email }) => bytewise(email, after) > 0 && email.startsWith(prefix))
        .sort((one, other) => bytewise(one.email, other.email))
        .slice(0, limit)
        .map(withoutKey),
    change: async (email, changes) => {
      const user = users.get(email);
      if (user === undefined) return { kind: 'not-found' };
      const changed = { ...user, ...changes };
      if (isTaken(changed.email, changed.emailKey, user.id)) return { kind: 'email-taken' };
      users.delete(email);
      users.set(changed.email, changed);
      return { kind: 'changed', user: withoutKey(changed) };
    },
    remove: async (email) => users.delete(email),
    insertAll: async (sent) => {
      const kept = sent.filter((user) => {
        if (isTaken(user.email, user.emailKey)) return false;
        users.set(user.email, user);
        return true;
      });
      return new Set(kept.map(({ id }) => id));
    },
  };
}
