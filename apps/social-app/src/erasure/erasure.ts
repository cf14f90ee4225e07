import type { AccountStore, User } from '../people/account-store.port.js';
import { toEmailKey } from '../people/email.js';
import type { Waker } from '../events/wakeups.js';
import type { Caller } from '../sessions/sessions.js';
import type { Sessions } from '../sessions/sessions.js';
import { NotConfirmed } from './erasure.errors.js';

export interface Erased {
  /** The sessions that ended with the user. */
  readonly sessions: readonly Caller[];
  /** Who was left an event about it. */
  readonly told: readonly string[];
}

export interface ErasureStore {
  /**
   * All or nothing, in one transaction: the user with accounts, sessions, relations, denials, settings and events is
   * gone. Chats stay for the other one, without a name; those that nobody is left in go. Null: no such user.
   */
  erase(userId: string): Promise<Erased | null>;
}

export interface ErasureParts {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly store: ErasureStore;
  readonly sessions: Pick<Sessions, 'announceEnded'>;
  readonly wakeups: Waker;
}

export interface Erasure {
  /** For good. `confirm` is the account's e-mail address in any spelling, or its id when it has none. */
  erase(caller: Caller, confirm: string): Promise<void>;
}

export function createErasure({ accounts, store, sessions, wakeups }: ErasureParts): Erasure {
  return {
    async erase({ userId }, confirm) {
      const user = await accounts.findById(userId);
      // Gone already: another tab was faster.
      if (!user) return;
      if (!isConfirmed(user, confirm)) throw new NotConfirmed();
      const erased = await store.erase(userId);
      if (!erased) return;
      sessions.announceEnded(erased.sessions);
      wakeups.wake(erased.told);
    },
  };
}

function isConfirmed({ id, email }: User, confirm: string): boolean {
  return toEmailKey(confirm) === toEmailKey(email ?? id);
}
