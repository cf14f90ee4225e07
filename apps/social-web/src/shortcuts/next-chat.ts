import type { Chat } from '../api/chats.js';

/**
 * The chat that stands below the current one in the list, or above it with a `step` of -1; the first or the last one where none is
 * open. Undefined at the end of the list.
 */
export function nextChat(
  chats: readonly Chat[],
  current: string | null,
  step: 1 | -1,
  isMeant: (chat: Chat) => boolean = () => true,
): Chat | undefined {
  const listed = step === 1 ? chats : chats.toReversed();
  const place = listed.findIndex(({ chatId }) => chatId === current);
  return listed.slice(place + 1).find(isMeant);
}

export const isUnread = ({ unread, markedUnread }: Chat) => unread > 0 || markedUnread;
