// The list of chats as the device keeps it.
import { serverNow } from '../api/server-clock.js';
import type { KeptChat } from './chat-list.js';
import { endOf, withoutEndedWords } from './ended-messages.js';

export interface KeptList {
  readonly epoch: string;
  readonly chats: readonly KeptChat[];
}

export const listKey = 'list';

/** The same list where nothing in it has ended. */
export function withoutEndedList(list: KeptList): KeptList {
  const now = serverNow();
  if (!list.chats.some(({ listed }) => endOf(listed.lastMessage) <= now)) return list;
  const chats = list.chats.map(({ listed, stamp }) => {
    return { listed: withoutEndedWords(listed, now), stamp };
  });
  return { ...list, chats };
}
