/** What a stream has to do with presence: it makes its user one who is there, and shows who else is. */
export interface PresenceWatch {
  arrive(userId: string): Visit;
  readonly isOnline: (userId: string) => boolean;
}

export interface Visit {
  /** Those friends who are there now, of those who let it be seen. */
  readonly onlineFriends: Promise<string[]>;
  readonly leave: () => void;
}
