import type { StoredMessage } from '../messages/message-store.port.js';
import type { Cursor } from '../paging/cursor.js';
import type { UserPair } from '../people/user-ids.js';

export interface MessageQuery {
  readonly text: string;
  /** Null: all chats of the user. */
  readonly pair: UserPair | null;
  readonly before: Cursor | null;
  readonly limit: number;
}

export interface MessageSearch {
  /**
   * What the user sees in their own chats and holds, for every word of the query, a word that begins with it;
   * newest first. Null when the query has no word.
   */
  find(userId: string, query: MessageQuery): Promise<StoredMessage[] | null>;
}
