import type { Visit } from './presence-watch.port.js';
import type { FriendsOfUser, FriendIds } from './friend-ids.port.js';

export interface LocalPresenceParts {
  readonly circles: FriendIds;
  readonly isOnline: (userId: string) => boolean;
  readonly announce: (circle: FriendsOfUser, online: boolean) => void;
  /** Milliseconds after the last stream in which someone may come back unnoticed. */
  readonly graceMs: number;
  readonly onError: (error: unknown) => void;
}

/** Those with a stream at this replica. */
export interface LocalPresence {
  readonly arrive: (userId: string) => Visit;
  show(userId: string, visible: boolean): Promise<void>;
  /** Asks again about those who came while the database was away. */
  admitWaiting(): void;
  /** Those who let it be seen. */
  seen(): string[];
}

interface Local {
  streams: number;
  /** Null until the database has told. */
  visible: boolean | null;
  leaving?: NodeJS.Timeout;
}

export async function readCircle(circles: FriendIds, userId: string): Promise<FriendsOfUser> {
  const [circle] = await circles.read([userId]);
  return circle ?? { userId, visible: false, friends: [] };
}

export function createLocalPresence(parts: LocalPresenceParts): LocalPresence {
  const { circles, isOnline, announce, graceMs, onError } = parts;
  const here = new Map<string, Local>();

  async function admit(userId: string, local: Local): Promise<string[]> {
    const circle = await readCircle(circles, userId);
    if (local.visible === null && here.get(userId) === local) {
      local.visible = circle.visible;
      if (circle.visible) announce(circle, true);
    }
    return circle.friends.filter(isOnline);
  }

  async function dismiss(userId: string, local: Local): Promise<void> {
    here.delete(userId);
    if (local.visible) announce(await readCircle(circles, userId), false);
  }

  function leave(userId: string, local: Local): void {
    local.streams -= 1;
    if (local.streams > 0) return;
    const go = () => void dismiss(userId, local).catch(onError);
    local.leaving = setTimeout(go, graceMs).unref();
  }

  return {
    arrive(userId) {
      const local = here.get(userId) ?? { streams: 0, visible: null };
      here.set(userId, local);
      local.streams += 1;
      clearTimeout(local.leaving);
      const onlineFriends = admit(userId, local).catch((error: unknown) => {
        onError(error);
        return [];
      });
      return { onlineFriends, leave: () => leave(userId, local) };
    },
    async show(userId, visible) {
      const local = here.get(userId);
      if (!local || local.visible === visible) return;
      local.visible = visible;
      announce(await readCircle(circles, userId), visible);
    },
    admitWaiting() {
      for (const [userId, local] of here) {
        if (local.visible === null) admit(userId, local).catch(onError);
      }
    },
    seen: () => [...here].filter(([, { visible }]) => visible).map(([userId]) => userId),
  };
}
