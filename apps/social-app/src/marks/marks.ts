import type { Waker } from '../events/wakeups.js';
import { requireChat } from '../messages/chat-access.js';
import type { MessageStore } from '../messages/message-store.port.js';
import type { UserPair } from '../people/user-ids.js';

/** What somebody may note of a chat in their own list. */
export type Mark = 'archived' | 'unread';

export interface MarkStore {
  /** False when it was so already, or nothing is there to be listed; else leaves an event for the user's other windows. */
  set(pair: UserPair, userId: string, mark: Mark, isSet: boolean): Promise<boolean>;
}

export type Marks = ReturnType<typeof createMarks>;

/**
 * Chats that somebody puts away, or marks as unread although they have read them. Nobody else learns of either, and messages
 * come and count as before (ADR 0078).
 */
export function createMarks(
  store: MarkStore,
  chats: Pick<MessageStore, 'hasChat'>,
  wakeups: Waker,
) {
  return {
    async set(me: string, chatId: string, mark: Mark, isSet: boolean) {
      const pair = await requireChat(chats, me, chatId);
      const changed = await store.set(pair, me, mark, isSet);
      if (changed) wakeups.wake([me]);
      return { changed };
    },
  };
}
