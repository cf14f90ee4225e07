/** The right to ask the upstream for a key. */
export interface Turn {
  /** `shared`: the others find what was brought. Else they are not to wait for it. */
  end(shared: boolean): Promise<void>;
}

/** Whose turn it is, among all replicas. Never throws: without a common memory it is everyone's. */
export interface LoadTurns {
  /** `null` while another replica has the turn. */
  take(key: string): Promise<Turn | null>;
}
