import type { Person } from '../friends/relation-store.port.js';
import type { StoredMessage } from '../messages/message-store.port.js';
import type { Settings } from '../settings/settings.js';

/** What may happen to a user. In a chat `person` is who did it, everywhere else the other one. */
export type EventType =
  | 'friend_request'
  | 'friend_request_sent'
  | 'new_friend'
  | 'request_denied'
  | 'request_cancelled'
  | 'removed_friend'
  | 'blocked'
  | 'unblocked'
  | 'person_erased'
  | 'message'
  | 'message_edited'
  | 'message_deleted'
  | 'message_hidden'
  | 'reaction'
  | 'read'
  | 'settings';

export interface LoggedEvent {
  /** 1, 2, 3 … for this user, without holes except where old events were dropped. */
  readonly seq: number;
  readonly type: EventType;
  readonly at: Date;
  readonly personId: string | null;
  /** As they are now; null when gone. */
  readonly person: Person | null;
  readonly chatId: string | null;
  readonly chatSeq: number | null;
  /** As it is now: an event tells that it changed, not what it was. Null when the user has hidden it. */
  readonly message: StoredMessage | null;
  /** As they are now. */
  readonly settings: Settings | null;
}

export interface EventBatch {
  /** The number of the user's newest event, 0 before the first. */
  readonly head: number;
  readonly events: readonly LoggedEvent[];
}

export interface EventLog {
  /** The oldest events after `seq`, with the head of the same moment. */
  readAfter(userId: string, seq: number, limit: number): Promise<EventBatch>;
  readHead(userId: string): Promise<number>;
  /** Drops what is older than `before` or further than `keep` events behind its user's head. */
  prune(before: Date, keep: number): Promise<number>;
}
