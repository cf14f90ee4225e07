import { isUuid } from '../people/user-ids.js';
import type { Caller } from '../sessions/sessions.js';
import { Unauthenticated } from '../sessions/sessions.errors.js';
import type { Sessions } from '../sessions/sessions.js';
import { AccountNotFound, InvalidName, LastAccount, SessionNotFound } from './account.errors.js';
import type { AccountStore, LinkedAccount, User } from '../people/account-store.port.js';
import { toDisplayName } from '../people/display-name.js';
import { toDevice, type Device } from './device-mapping.js';

export interface AccountParts {
  readonly accounts: Pick<AccountStore, 'findById' | 'listAccounts' | 'unlink' | 'rename'>;
  readonly sessions: Pick<Sessions, 'list' | 'endOne' | 'endOthers'>;
}

export interface SessionItem {
  readonly id: string;
  /** The session of this very request. */
  readonly current: boolean;
  readonly device: Device;
  readonly createdAt: Date;
  /** To ten minutes. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

export interface AccountPage {
  readonly user: User;
  readonly accounts: readonly LinkedAccount[];
  readonly sessions: readonly SessionItem[];
}

/** What someone sees of the own account: who one is here, how one signs in, and where one is signed in. */
export interface Account {
  show(caller: Caller): Promise<AccountPage>;
  /** Under which name the others see one. */
  rename(caller: Caller, name: string): Promise<User>;
  unlink(caller: Caller, accountId: string): Promise<void>;
  endSession(caller: Caller, sessionId: string): Promise<void>;
  endOtherSessions(caller: Caller): Promise<number>;
}

export function createAccount({ accounts, sessions }: AccountParts): Account {
  return {
    async show({ userId, sessionId }) {
      const user = await accounts.findById(userId);
      if (!user) throw new Unauthenticated();
      const listed = await sessions.list(userId);
      return {
        user,
        accounts: await accounts.listAccounts(userId),
        sessions: listed.map(({ sessionId: id, userAgent, createdAt, lastUsedAt, expiresAt }) => {
          const device = toDevice(userAgent);
          return { id, current: id === sessionId, device, createdAt, lastUsedAt, expiresAt };
        }),
      };
    },
    async rename({ userId }, wish) {
      const name = toDisplayName(wish);
      if (name === null) throw new InvalidName();
      const user = await accounts.rename(userId, name);
      if (!user) throw new Unauthenticated();
      return user;
    },
    async unlink({ userId }, accountId) {
      if (!isUuid(accountId)) throw new AccountNotFound();
      const outcome = await accounts.unlink(userId, accountId);
      if (outcome === 'not-found') throw new AccountNotFound();
      if (outcome === 'last') throw new LastAccount();
    },
    async endSession({ userId }, sessionId) {
      if (!(await sessions.endOne(userId, sessionId))) throw new SessionNotFound();
    },
    endOtherSessions: (caller) => sessions.endOthers(caller),
  };
}
