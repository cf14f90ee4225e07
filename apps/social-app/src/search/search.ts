import { requireChat } from '../messages/chat-access.js';
import type { MessageStore, StoredMessage } from '../messages/message-store.port.js';
import { toVisible, type VisibleMessage } from '../messages/visible-message-mapping.js';
import { parseCursor, toPage } from '../paging/cursor.js';
import type { MessageSearch } from './message-search.port.js';
import { InvalidCursor, NoWords } from './search.errors.js';

export interface SearchParts {
  readonly store: Pick<MessageStore, 'hasChat'>;
  readonly index: MessageSearch;
}

export interface SearchRequest {
  readonly q: string;
  readonly chatId?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

export interface SearchPage {
  readonly messages: VisibleMessage[];
  readonly nextCursor: string | null;
}

export interface Search {
  find(me: string, request: SearchRequest): Promise<SearchPage>;
}

const defaultPage = 20;

export function createSearch({ store, index }: SearchParts): Search {
  return {
    async find(me, { q, chatId, cursor, limit = defaultPage }) {
      const pair = chatId === undefined ? null : await requireChat(store, me, chatId);
      const before = cursor === undefined ? null : parseCursor(cursor);
      if (cursor !== undefined && before === null) throw new InvalidCursor();
      // NUL and half of a surrogate pair are in no message, and the database takes neither.
      if (!q.isWellFormed() || q.includes('\0')) throw new NoWords();
      const found = await index.find(me, { text: q, pair, before, limit: limit + 1 });
      if (!found) throw new NoWords();
      const cursorOf = ({ createdAt: at, id }: StoredMessage) => ({ at, id });
      const { items, nextCursor } = toPage(found, limit, cursorOf);
      return { messages: items.map((message) => toVisible(message, me)), nextCursor };
    },
  };
}
