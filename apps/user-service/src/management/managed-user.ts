import { type User, userToWire } from '../users/user.js';
import type { Verification } from '../verification/verification.js';

/** A user as managers see them: as documented, and whether the e-mail is proven, where that can be. */
export type ManagedUser = ReturnType<typeof userToWire> & {
  EmailVerifiedAt?: string | null;
};

export type UsersToWire = (users: readonly User[]) => Promise<ManagedUser[]>;

/** @param verification undefined: e-mails are not proven, and nothing says so */
export function usersToWire(
  verification: Pick<Verification, 'verifiedAt'> | undefined,
): UsersToWire {
  if (verification === undefined) return async (users) => users.map(userToWire);
  return async (users) => {
    const verifiedAt = await verification.verifiedAt(users);
    return users.map((user, n) => ({
      ...userToWire(user),
      EmailVerifiedAt: verifiedAt[n]?.toISOString() ?? null,
    }));
  };
}
