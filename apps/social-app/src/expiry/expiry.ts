import type { Waker } from '../events/wakeups.js';
import { requireChat, requireOwn } from '../messages/chat-access.js';
import type { MessageStore } from '../messages/message-store.port.js';
import { NotInChat } from '../messages/messages.errors.js';
import type { UserPair } from '../people/user-ids.js';

export interface ExpiryStore {
  /**
   * For messages that are sent from now on, while the two are friends; both get an event.
   *
   * @returns false when it was so already, or they are no friends
   */
  set(pair: UserPair, userId: string, seconds: number | null): Promise<boolean>;
  read(pair: UserPair): Promise<number | null>;
}

export type Expiry = ReturnType<typeof createExpiry>;

/** How long the messages of a chat are kept: either friend decides it for both. */
export function createExpiry(
  store: ExpiryStore,
  chats: Pick<MessageStore, 'hasChat' | 'areFriends'>,
  wakeups: Waker,
) {
  return {
    /** @param seconds null: for good */
    async set(me: string, chatId: string, seconds: number | null) {
      const pair = requireOwn(me, chatId);
      const changed = await store.set(pair, me, seconds);
      if (changed) wakeups.wake([pair.lo, pair.hi]);
      else if (!(await chats.areFriends(pair))) throw new NotInChat();
      return { changed };
    },
    async read(me: string, chatId: string) {
      const pair = await requireChat(chats, me, chatId);
      return { expirySeconds: await store.read(pair) };
    },
  };
}
