import type { Outcome, UserStore } from './user-store.port.js';
import type { KeyedUser, User } from './user.js';

/** The users of a test: same behaviour as the database, as long as the process lives. */
export function memoryUserStore(): UserStore {
  const users = new Map<string, User>();
  const answers = new Map<string, { fingerprint: string; outcome: Outcome }>();
  const keys = new Set<string>();
  const insert = ({ emailKey, ...user }: KeyedUser) => {
    if (users.has(user.email) || (emailKey !== null && keys.has(emailKey))) return false;
    users.set(user.email, user);
    if (emailKey !== null) keys.add(emailKey);
    return true;
  };
  return {
    insert: async (user) => insert(user),
    insertOnce: async ({ emailKey, ...user }, { key, fingerprint }) => {
      const first = answers.get(key);
      if (first) return first.fingerprint === fingerprint ? first.outcome : { kind: 'key-reused' };
      const outcome: Outcome = insert({ ...user, emailKey })
        ? { kind: 'registered', user }
        : { kind: 'email-taken' };
      answers.set(key, { fingerprint, outcome });
      return outcome;
    },
    findByEmail: async (email) => users.get(email) ?? null,
  };
}
