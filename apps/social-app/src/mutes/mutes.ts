import type { Waker } from '../events/wakeups.js';
import { requireChat } from '../messages/chat-access.js';
import type { MessageStore } from '../messages/message-store.port.js';
import type { UserPair } from '../people/user-ids.js';

export interface MuteStore {
  /** Replaces a mute that was there, and leaves an event for the user's other windows; returns when it ends. */
  mute(pair: UserPair, userId: string, seconds: number | null): Promise<Date>;
  /** False when there was none; else leaves an event, too. */
  unmute(pair: UserPair, userId: string): Promise<boolean>;
}

export type Mutes = ReturnType<typeof createMutes>;

/**
 * Chats of which somebody wants to hear nothing for a while, or ever again: no device of theirs is notified. Messages come,
 * and count as unread, as before. Nobody else learns of it.
 */
export function createMutes(
  store: MuteStore,
  chats: Pick<MessageStore, 'hasChat'>,
  wakeups: Waker,
) {
  return {
    /** @param seconds null: for good */
    async mute(me: string, chatId: string, seconds: number | null) {
      const pair = await requireChat(chats, me, chatId);
      const mutedUntil = await store.mute(pair, me, seconds);
      wakeups.wake([me]);
      return { mutedUntil };
    },
    async unmute(me: string, chatId: string) {
      const pair = await requireChat(chats, me, chatId);
      const changed = await store.unmute(pair, me);
      if (changed) wakeups.wake([me]);
      return { changed };
    },
  };
}
