export interface OwnHandle {
  readonly handle: string | null;
  /** Null: at once. */
  readonly changeableAt: Date | null;
}

export interface HandleStore {
  /**
   * Gives the person this handle instead of the one they have. The first one can be corrected once at any time; from then
   * on, a change waits until `changeableAt`. 'taken': it is another's, or was one's until lately. Of racing calls for one
   * handle one gets it. 'gone': there is no such person.
   */
  choose(userId: string, handle: string): Promise<'chosen' | 'taken' | 'too-soon' | 'gone'>;
  /** Whether there was one. It can be taken back when a change is due. */
  giveUp(userId: string): Promise<boolean>;
  read(userId: string): Promise<OwnHandle>;
  /** Those given up, which wait to be free. */
  listFormer(userId: string): Promise<{ readonly freeAt: Date }[]>;
  findHolder(handle: string): Promise<{ readonly id: string } | null>;
}
