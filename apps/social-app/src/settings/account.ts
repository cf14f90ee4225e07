import { isUuid } from '../people/user-ids.js';
import { Unauthenticated } from '../sessions/sessions.errors.js';
import type { Caller, Sessions } from '../sessions/sessions.js';
import * as errors from './account.errors.js';
import type { AccountStore } from '../people/account-store.port.js';
import { toDisplayName } from '../people/display-name.js';
import type { HandleStore } from '../people/handle-store.port.js';
import { isReservedHandle, parseHandle } from '../people/handle.js';
import { toDevice } from './device-mapping.js';

export type Account = ReturnType<typeof createAccount>;

interface AccountParts {
  readonly accounts: AccountStore;
  readonly handles: HandleStore;
  readonly sessions: Sessions;
  /** Called once the user has another name or handle. */
  readonly onRenamed: (userId: string) => void;
}

/** What someone sees of the own account: who one is here, how one signs in, and where one is signed in. */
export function createAccount({ accounts, handles, sessions, onRenamed }: AccountParts) {
  return {
    async show({ userId, sessionId }: Caller) {
      const user = await accounts.findById(userId);
      if (!user) throw new Unauthenticated();
      const listed = await sessions.list(userId);
      return {
        user,
        emailConfirmed: await accounts.hasConfirmedEmail(userId),
        handleChangeableAt: (await handles.read(userId)).changeableAt,
        accounts: await accounts.listAccounts(userId),
        sessions: listed.map(({ sessionId: id, userAgent, createdAt, lastUsedAt, expiresAt }) => {
          const device = toDevice(userAgent);
          return { id, current: id === sessionId, device, createdAt, lastUsedAt, expiresAt };
        }),
      };
    },
    async rename({ userId }: Caller, wanted: string) {
      const name = toDisplayName(wanted);
      if (name === null) throw new errors.InvalidName();
      const user = await accounts.rename(userId, name);
      if (!user) throw new Unauthenticated();
      onRenamed(userId);
      return user;
    },
    async chooseHandle({ userId }: Caller, wanted: string) {
      const handle = parseHandle(wanted);
      if (handle === null) throw new errors.InvalidHandle();
      const outcome = isReservedHandle(handle) ? 'taken' : await handles.choose(userId, handle);
      if (outcome === 'taken') throw new errors.HandleTaken();
      if (outcome === 'too-soon') throw new errors.HandleChangedLately();
      if (outcome === 'gone') throw new Unauthenticated();
      onRenamed(userId);
      return { handle, changeableAt: (await handles.read(userId)).changeableAt };
    },
    async giveHandleUp({ userId }: Caller) {
      const changed = await handles.giveUp(userId);
      if (changed) onRenamed(userId);
      return changed;
    },
    async unlink({ userId }: Caller, accountId: string) {
      if (!isUuid(accountId)) throw new errors.AccountNotFound();
      const outcome = await accounts.unlink(userId, accountId);
      if (outcome === 'not-found') throw new errors.AccountNotFound();
      if (outcome === 'last') throw new errors.LastAccount();
    },
    async endSession({ userId }: Caller, sessionId: string) {
      if (!(await sessions.endOne(userId, sessionId))) throw new errors.SessionNotFound();
    },
    endOtherSessions: (caller: Caller) => sessions.endOthers(caller),
  };
}
