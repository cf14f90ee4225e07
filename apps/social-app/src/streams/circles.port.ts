/** Whom the presence of someone concerns. */
export interface Circle {
  readonly userId: string;
  /** Whether they let it be seen. */
  readonly visible: boolean;
  readonly friends: readonly string[];
}

export interface Circles {
  /** One for each user, in any order. */
  read(userIds: readonly string[]): Promise<Circle[]>;
}
