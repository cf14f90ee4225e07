import { isUuid } from '../people/user-ids.js';
import { Unauthenticated } from '../sessions/sessions.errors.js';
import type { Caller, Sessions } from '../sessions/sessions.js';
import { AccountNotFound, InvalidName, LastAccount, SessionNotFound } from './account.errors.js';
import type { AccountStore } from '../people/account-store.port.js';
import { toDisplayName } from '../people/display-name.js';
import { toDevice } from './device-mapping.js';

export type Account = ReturnType<typeof createAccount>;

/** What someone sees of the own account: who one is here, how one signs in, and where one is signed in. */
export function createAccount(accounts: AccountStore, sessions: Sessions) {
  return {
    async show({ userId, sessionId }: Caller) {
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
    async rename({ userId }: Caller, wanted: string) {
      const name = toDisplayName(wanted);
      if (name === null) throw new InvalidName();
      const user = await accounts.rename(userId, name);
      if (!user) throw new Unauthenticated();
      return user;
    },
    async unlink({ userId }: Caller, accountId: string) {
      if (!isUuid(accountId)) throw new AccountNotFound();
      const outcome = await accounts.unlink(userId, accountId);
      if (outcome === 'not-found') throw new AccountNotFound();
      if (outcome === 'last') throw new LastAccount();
    },
    async endSession({ userId }: Caller, sessionId: string) {
      if (!(await sessions.endOne(userId, sessionId))) throw new SessionNotFound();
    },
    endOtherSessions: (caller: Caller) => sessions.endOthers(caller),
  };
}
