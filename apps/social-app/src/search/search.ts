import { requireChat } from '../messages/chat-access.js';
import type { MessageStore, StoredMessage } from '../messages/message-store.port.js';
import { toVisible } from '../messages/message-mapping.js';
import { parseCursor, toPage, type Cursor } from '../paging/cursor.js';
import type { UserPair } from '../people/user-ids.js';
import { InvalidCursor, NoWords } from './search.errors.js';

export interface MessageQuery {
  readonly text: string;
  /** Null: all chats of the user. */
  readonly pair: UserPair | null;
  readonly before: Cursor | null;
  readonly limit: number;
}

export interface MessageSearch {
  /**
   * Messages of the user's own chats that hold, for every word of the query, a word that begins with it; newest first.
   * Without those that the user has hidden. Null when the query has no word.
   */
  find(userId: string, query: MessageQuery): Promise<StoredMessage[] | null>;
}

export interface SearchRequest {
  readonly q: string;
  readonly chatId?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

/** Runs a search when it may run. */
export type RunHeavy = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

export type Search = ReturnType<typeof createSearch>;

const defaultPage = 20;

export function createSearch(
  store: Pick<MessageStore, 'hasChat'>,
  index: MessageSearch,
  runHeavy: RunHeavy,
) {
  return {
    async find(me: string, { q, chatId, cursor, limit = defaultPage }: SearchRequest) {
      const pair = chatId === undefined ? null : await requireChat(store, me, chatId);
      const before = cursor === undefined ? null : parseCursor(cursor);
      if (cursor !== undefined && before === null) throw new InvalidCursor();
      // NUL and half of a surrogate pair are in no message, and the database takes neither.
      if (!q.isWellFormed() || q.includes('\0')) throw new NoWords();
      const query = { text: q, pair, before, limit: limit + 1 };
      const found = await runHeavy(me, () => index.find(me, query));
      if (!found) throw new NoWords();
      const cursorOf = ({ createdAt: at, id }: StoredMessage) => ({ at, id });
      const { items, nextCursor } = toPage(found, limit, cursorOf);
      return { messages: items.map((message) => toVisible(message, me)), nextCursor };
    },
  };
}
