/** A user, and whom their presence concerns. */
export interface FriendsOfUser {
  readonly userId: string;
  /** Whether they let friends see their presence. */
  readonly visible: boolean;
  readonly friendIds: readonly string[];
}

/** One for each user, in any order. Read anew each time, so that an ended friendship ends presence, too. */
export type ReadFriendIds = (userIds: readonly string[]) => Promise<FriendsOfUser[]>;

export interface LocalPresenceDependencies {
  readonly readFriendIds: ReadFriendIds;
  readonly isOnline: (userId: string) => boolean;
  readonly announce: (user: FriendsOfUser, online: boolean) => void;
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

export async function readFriendsOf(read: ReadFriendIds, userId: string): Promise<FriendsOfUser> {
  const [found] = await read([userId]);
  return found ?? { userId, visible: false, friendIds: [] };
}

/** The users with a stream at this replica. */
export function createLocalPresence(dependencies: LocalPresenceDependencies) {
  const { readFriendIds, isOnline, announce, graceMs, onError } = dependencies;
  const users = new Map<string, LocalUser>();

  async function admit(userId: string, user: LocalUser): Promise<string[]> {
    const found = await readFriendsOf(readFriendIds, userId);
    if (user.visible === null && users.get(userId) === user) {
      user.visible = found.visible;
      if (found.visible) announce(found, true);
    }
    return found.friendIds.filter(isOnline);
  }

  async function dismiss(userId: string, user: LocalUser): Promise<void> {
    users.delete(userId);
    if (user.visible) announce(await readFriendsOf(readFriendIds, userId), false);
  }

  function leave(userId: string, user: LocalUser): void {
    user.streams -= 1;
    if (user.streams > 0) return;
    user.leaving = setTimeout(() => void dismiss(userId, user).catch(onError), graceMs).unref();
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
    async setVisible(userId: string, visible: boolean): Promise<void> {
      const user = users.get(userId);
      if (!user || user.visible === visible) return;
      user.visible = visible;
      announce(await readFriendsOf(readFriendIds, userId), visible);
    },
    /** Reads again whether those are visible for whom the database did not reply. */
    retryUnknown(): void {
      for (const [userId, user] of users) {
        if (user.visible === null) admit(userId, user).catch(onError);
      }
    },
    /** Users who let their presence be seen. */
    visibleUsers: () => [...users].filter(([, { visible }]) => visible).map(([userId]) => userId),
  };
}
