import type { UserPair } from '../people/user-ids.js';
import type { StoredMessage } from './message-store.port.js';

/** One message of a chat, and who wants to change it. */
export interface MessageHandle {
  readonly pair: UserPair;
  readonly seq: number;
  readonly userId: string;
}

/** What decides about a change, read for words only: the decision is the change's own. */
export interface Standing {
  readonly message: StoredMessage | null;
  /** By the user, for themselves. */
  readonly hidden: boolean;
  readonly friends: boolean;
}

/**
 * Changes of a stored message. Each is one conditional statement that leaves its events in the same transaction, and
 * answers whether it happened.
 */
export interface MessageChanges {
  /** By its sender, among friends, if it is newer than `since`. */
  edit(handle: MessageHandle, text: string, since: Date): Promise<boolean>;
  /** By its sender, if it is newer than `since`; the row stays without its text and its reactions. */
  deleteForAll(handle: MessageHandle, since: Date): Promise<boolean>;
  hide(handle: MessageHandle): Promise<boolean>;
  /** Among friends; at most `most` of one user. */
  react(handle: MessageHandle, emoji: string, most: number): Promise<boolean>;
  unreact(handle: MessageHandle, emoji: string): Promise<boolean>;
  standing(handle: MessageHandle): Promise<Standing>;
}
