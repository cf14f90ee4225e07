/** What someone lets others see of them. */
export interface Settings {
  /** Up to where they have read. */
  readonly readReceipts: boolean;
  /** That they are writing. */
  readonly typing: boolean;
  /** That they are there. */
  readonly presence: boolean;
}

export interface SettingsStore {
  read(userId: string): Promise<Settings>;
  /** Changes what is given and leaves an event for the user's other windows; answers how all of it stands then. */
  change(userId: string, part: Partial<Settings>): Promise<Settings>;
}
