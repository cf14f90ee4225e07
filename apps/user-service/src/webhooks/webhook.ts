import type { Place } from '../events/event-cursor.js';

/** Why nothing is delivered to a webhook any more, until somebody replays. */
export type OffReason =
  /** It has taken nothing for three days. */
  | 'failing'
  /** It has answered 410. */
  | 'gone'
  /** Events that it has not got are no longer in the log. */
  | 'cursor_expired';

/** Who is told of changes. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  /** None: all. */
  readonly types: readonly string[];
  readonly createdAt: Date;
  /** Nothing before it is left to be delivered; null: it begins with the oldest event that is kept. */
  readonly after: Place | null;
  /** Attempts that failed since the last event that was taken. */
  readonly failures: number;
  readonly failingSince: Date | null;
  /** While it fails: when it is tried again. */
  readonly dueAt: Date;
  readonly offAt: Date | null;
  readonly offReason: OffReason | null;
}

/** What became of one try to deliver one event. */
export interface Attempt {
  readonly eventId: string;
  readonly type: string;
  readonly at: Date;
  readonly outcome: 'delivered' | 'failed';
  /** `status_200`, or the code of what went wrong. */
  readonly reason: string;
  readonly durationMs: number;
}

export interface StoredAttempt extends Attempt {
  readonly id: string;
}
