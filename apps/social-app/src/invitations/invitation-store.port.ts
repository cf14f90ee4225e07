import type { User } from '../people/account-store.port.js';
import type { UserPair } from '../people/user-ids.js';

export interface Invitation {
  readonly id: string;
  readonly maxUses: number;
  readonly usesLeft: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Of links the digests of what they hold. One that is used up, expired or revoked is like one that never was. */
export interface InvitationStore {
  /** Null: the person has `most` links that can be used. */
  create(
    userId: string,
    link: { readonly tokenDigest: Buffer; readonly maxUses: number; readonly days: number },
    most: number,
  ): Promise<Invitation | null>;
  /** Those that can be used, newest first. */
  list(userId: string): Promise<Invitation[]>;
  revoke(userId: string, id: string): Promise<boolean>;
  /** Who made it, as whoever holds it sees them; null also where one of the two blocks the other. Changes nothing. */
  open(tokenDigest: Buffer, viewer: string): Promise<User | null>;
  /** By whom and which. */
  find(tokenDigest: Buffer): Promise<{ readonly id: string; readonly userId: string } | null>;
  /**
   * Makes the two friends, whoever has asked whom, and uses the link once, or does neither. Of racing calls for the last
   * use one gets it.
   */
  accept(id: string, pair: UserPair, inviter: string): Promise<boolean>;
  areFriends(pair: UserPair): Promise<boolean>;
}
