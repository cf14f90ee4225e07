import type { Outcome, UserStore } from './user-store.port.js';
import type { User } from './user.js';

/** The users of a test: same behaviour as the database, as long as the process lives. */
export function memoryUserStore(): UserStore {
  const users = new Map<string, User>();
  const answers = new Map<string, { fingerprint: string; outcome: Outcome }>();
  const insert = (user: User) => {
    if (users.has(user.email)) return false;
    users.set(user.email, user);
    return true;
  };
  return {
    insert: async (user) => insert(user),
    insertOnce: async (user, { key, fingerprint }) => {
      const first = answers.get(key);
      if (first) return first.fingerprint === fingerprint ? first.outcome : { kind: 'key-reused' };
      const outcome: Outcome = insert(user)
        ? { kind: 'registered', user }
        : { kind: 'email-taken' };
      answers.set(key, { fingerprint, outcome });
      return outcome;
    },
    findByEmail: async (email) => users.get(email) ?? null,
  };
}
