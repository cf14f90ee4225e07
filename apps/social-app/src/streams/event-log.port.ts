import type { EventType } from '../events/event-types.js';
import type { ShownDraft } from '../drafts/drafts.js';
import type { StoredMessage } from '../messages/message-store.port.js';
import type { User } from '../people/account-store.port.js';
import type { Settings } from '../settings/settings.js';
import type { LogPosition } from './event-position.js';

/** An event with the message it refers to as that is when the log is read, not as it was (ADR 0015). */
export interface LoggedEvent {
  /** 1, 2, 3 … for this user, without gaps except where old events were dropped. */
  readonly seq: number;
  readonly type: EventType;
  readonly at: Date;
  readonly personId: string | null;
  /** Of a request or a new friendship: as the user knew them then (ADR 0035). Null when gone. */
  readonly person: User | null;
  readonly chatId: string | null;
  readonly chatSeq: number | null;
  /** Null when the user has hidden it, or its time is over. */
  readonly message: StoredMessage | null;
  readonly settings: Settings | null;
  /** Of the chat, for the user; null: it is not, or not any more. */
  readonly mutedUntil: Date | null;
  /** Of the chat in the user's list; null where the event does not show it. */
  readonly expirySeconds: number | null;
  readonly archived: boolean | null;
  readonly markedUnread: boolean | null;
  /** Of the user in the chat; null: there is none, or none any more. */
  readonly draft: ShownDraft | null;
}

export interface EventBatch {
  /** The number of the user's newest event, 0 before the first. */
  readonly head: number;
  readonly events: readonly LoggedEvent[];
  /** The log has no event, or another one, where the reader says it was: it was restored, or cut. */
  readonly isReplaced?: true;
}

export interface EventLog {
  /** The oldest events after a position, with the head of the same moment. */
  readAfter(userId: string, position: LogPosition, limit: number): Promise<EventBatch>;
  readHead(userId: string): Promise<LogPosition>;
  /** By session id, for those of the given sessions that are still valid: the head of their user. */
  readHeadsOfSessions(sessionIds: readonly string[]): Promise<ReadonlyMap<string, LogPosition>>;
}
