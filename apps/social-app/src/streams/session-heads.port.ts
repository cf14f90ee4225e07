export interface SessionHeads {
  /** For each of these sessions that is still good, the number of its user's newest event. */
  read(sessionIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
