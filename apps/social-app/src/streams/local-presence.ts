/** A user, and whom their presence concerns. */
export interface FriendsOfUser {
  readonly userId: string;
  /** Whether they let friends see their presence. */
  readonly visible: boolean;
  /** As many as `mostFriends` at most. */
  readonly friendIds: readonly string[];
}

/** Friends that are read of one user; of who has more, those who matter are looked for by their keys. */
export const mostFriends = 1_000;

/** Read anew each time, so that an ended friendship ends presence, too. */
export interface FriendIds {
  read(userId: string): Promise<FriendsOfUser>;
  /** However many they are. */
  readAll(userId: string): Promise<readonly string[]>;
  /** Those of the others who are friends of the user. */
  among(userId: string, others: readonly string[]): Promise<string[]>;
}

/** All friends of a user who has few; of another one those among the given people. */
export async function friendsAmong(
  { among }: Pick<FriendIds, 'among'>,
  { userId, friendIds }: FriendsOfUser,
  others: () => readonly string[],
): Promise<readonly string[]> {
  return friendIds.length < mostFriends ? friendIds : among(userId, others());
}

export interface LocalPresenceDependencies {
  readonly friendIds: Pick<FriendIds, 'read'>;
  readonly onlineAmong: (friends: FriendsOfUser) => Promise<string[]>;
  readonly announce: (userId: string, online: boolean) => void;
  /** Milliseconds after the last stream within which a user may come back unnoticed. */
  readonly graceMs: number;
  readonly onError: (error: unknown) => void;
}

export type LocalPresence = ReturnType<typeof createLocalPresence>;

interface LocalUser {
  streams: number;
  /** Null until the database has replied. */
  visible: boolean | null;
  leaving?: NodeJS.Timeout;
}

/** The users with a stream at this replica. */
export function createLocalPresence(dependencies: LocalPresenceDependencies) {
  const { friendIds, onlineAmong, announce, graceMs, onError } = dependencies;
  const users = new Map<string, LocalUser>();

  async function admit(userId: string, user: LocalUser): Promise<string[]> {
    const found = await friendIds.read(userId);
    if (user.visible === null && users.get(userId) === user) {
      user.visible = found.visible;
      if (found.visible) announce(userId, true);
    }
    return onlineAmong(found);
  }

  function dismiss(userId: string, user: LocalUser): void {
    users.delete(userId);
    if (user.visible) announce(userId, false);
  }

  function leave(userId: string, user: LocalUser): void {
    user.streams -= 1;
    if (user.streams > 0) return;
    user.leaving = setTimeout(dismiss, graceMs, userId, user).unref();
  }

  return {
    arrive(userId: string) {
      const user = users.get(userId) ?? { streams: 0, visible: null };
      users.set(userId, user);
      user.streams += 1;
      clearTimeout(user.leaving);
      /** Friends who are online now and let it be seen. Never rejects. */
      const onlineFriends = admit(userId, user).catch((error: unknown) => {
        onError(error);
        return [];
      });
      return { onlineFriends, leave: () => leave(userId, user) };
    },
    setVisible(userId: string, visible: boolean): void {
      const user = users.get(userId);
      if (!user || user.visible === visible) return;
      user.visible = visible;
      announce(userId, visible);
    },
    /** Reads again whether those are visible for whom the database did not reply. */
    retryUnknown(): void {
      for (const [userId, user] of users) {
        if (user.visible === null) admit(userId, user).catch(onError);
      }
    },
    /** Everybody who is here. */
    userIds: () => [...users.keys()],
    /** Users who let their presence be seen. */
    visibleUsers: () => [...users].filter(([, { visible }]) => visible).map(([userId]) => userId),
  };
}
