import { readChatPage, readHistoryPage } from '../api/chats.js';

/** What the store fetches from. */
export interface ChatSource {
  readonly readChatPage: typeof readChatPage;
  readonly readHistoryPage: typeof readHistoryPage;
}

export const serverSource: ChatSource = { readChatPage, readHistoryPage };
