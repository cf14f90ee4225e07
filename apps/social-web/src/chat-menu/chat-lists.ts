// The two lists of chats and their addresses.
import type { Chat } from '../api/chats.js';

export type ChatListName = 'all' | 'archive';

/** In the place of a chat's id, which it can never be. */
export const archiveName = 'archived';

export const listPaths: Readonly<Record<ChatListName, string>> = {
  all: '/chats',
  archive: `/chats/${archiveName}`,
};

/** Of the list in which the chat stands. */
export function listPathOf(chat: Chat | null | undefined): string {
  return listPaths[chat?.archived ? 'archive' : 'all'];
}
