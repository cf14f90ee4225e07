/**
 * Words between the replicas of this service. Any may get lost: what must not be lost is in the database, and who
 * listens looks there again.
 */
export interface Broadcast {
  /** The name of this replica, new at each start. */
  readonly replica: string;
  /**
   * To every replica: at once in this one, sooner or later in the others. Never throws and is not waited for: a write
   * must not fail because telling did.
   *
   * @param payload goes through JSON
   */
  tell(topic: string, payload: unknown): void;
  on<T>(topic: string, listener: (payload: T, from: string) => void): void;
  /** Called when words of the others may have been missed until now. */
  onReconnect(listener: () => void): void;
  close(): Promise<void>;
}
