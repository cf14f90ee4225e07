/**
 * A hint that someone's log of events has grown. It carries no event and may get lost: readers look
 * into the log again at every heartbeat.
 */
export interface Wakeups {
  /** After the commit. Never throws and is not waited for: a write must not fail because telling did. */
  wake(userIds: readonly string[]): void;
  /** Returns the way out. */
  subscribe(userId: string, listener: () => void): () => void;
}

/** The half that those who write need. */
export type Waker = Pick<Wakeups, 'wake'>;
