import type { UserPair } from '../people/user-ids.js';

export interface TypingRules {
  /** Whether the two are friends, and whether `userId` lets the other one see that they write. */
  look(pair: UserPair, userId: string): Promise<{ friends: boolean; visible: boolean }>;
}
