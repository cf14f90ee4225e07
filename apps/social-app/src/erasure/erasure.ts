import type { AccountStore, User } from '../people/account-store.port.js';
import { toEmailKey } from '../people/email.js';
import type { Waker } from '../events/wakeups.js';
import type { Caller, Sessions } from '../sessions/sessions.js';
import { NotConfirmed } from './erasure.errors.js';

export interface Erased {
  /** The sessions that ended with the user. */
  readonly sessions: readonly Caller[];
  /** Who was left an event about it. */
  readonly notified: readonly string[];
}

export interface ErasureParts {
  readonly accounts: Pick<AccountStore, 'findById'>;
  /**
   * All or nothing, in one transaction: the user with accounts, sessions, relations, denials, settings and events is
   * gone, and so is what reports and the events of others hold of their words and profile. Chats stay for the other one,
   * without a name; those that nobody is left in go. Null: no such user.
   */
  readonly eraseUser: (userId: string) => Promise<Erased | null>;
  readonly sessions: Pick<Sessions, 'announceEnded'>;
  readonly wakeups: Waker;
}

export type Erase = ReturnType<typeof createErase>;

/** Erases for good. `confirm` is the account's e-mail address in any spelling, or its id when it has none. */
export function createErase({ accounts, eraseUser, sessions, wakeups }: ErasureParts) {
  return async ({ userId }: Caller, confirm: string): Promise<void> => {
    const user = await accounts.findById(userId);
    // Gone already: another tab was faster.
    if (!user) return;
    if (!isConfirmed(user, confirm)) throw new NotConfirmed();
    const erased = await eraseUser(userId);
    if (!erased) return;
    sessions.announceEnded(erased.sessions);
    wakeups.wake(erased.notified);
  };
}

function isConfirmed({ id, email }: User, confirm: string): boolean {
  return toEmailKey(confirm) === toEmailKey(email ?? id);
}
