import { readChatPage, readHistoryPage, readPinned } from '../api/chats.js';

/** What the store fetches from. */
export interface ChatSource {
  readonly readChatPage: typeof readChatPage;
  readonly readHistoryPage: typeof readHistoryPage;
  readonly readPinned: typeof readPinned;
}

export const serverSource: ChatSource = { readChatPage, readHistoryPage, readPinned };
