/** Whom the presence of someone concerns. */
export interface FriendsOfUser {
  readonly userId: string;
  /** Whether they let it be seen. */
  readonly visible: boolean;
  readonly friends: readonly string[];
}

export interface FriendIds {
  /** One for each user, in any order. */
  read(userIds: readonly string[]): Promise<FriendsOfUser[]>;
}
