import type { Caller } from '../sessions/sessions.js';

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
